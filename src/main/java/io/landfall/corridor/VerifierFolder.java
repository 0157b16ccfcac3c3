package io.landfall.corridor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.RouteWatcherReloadStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

import io.landfall.alarm.OneLine;

/**
 * Verifiers that are dropped into the folder of routes, or changed there, are taken up while running: files whose name holds
 * {@code verify-}, and no others. A file that can't be read changes nothing; a file that is removed leaves its route until
 * the next start.
 */
@Component
final class VerifierFolder implements CamelContextConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(VerifierFolder.class);
    private static final String FILE = "file:";
    private static final String VERIFIERS = "*verify-*.camel.yaml";

    private final String routes;
    private final boolean watched;

    VerifierFolder(@Value("${landfall.routes}") String routes, VerifiersConfiguration configuration) {
        this.routes = routes;
        this.watched = configuration.reload();
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        Path folder = routes.startsWith(FILE) && !routes.contains(",")
                ? Path.of(routes.substring(FILE.length())).toAbsolutePath().getParent()
                : null;
        if (!watched || folder == null || !folder.toFile().isDirectory()) {
            return;
        }
        RouteWatcherReloadStrategy watcher = new RouteWatcherReloadStrategy(folder.toString());
        watcher.setPattern(VERIFIERS);
        // that file alone: the watcher's own way would try one that can't be read again with each that follows
        watcher.setResourceReload((name, file) -> take(context, file));
        try {
            context.addService(watcher);
        } catch (Exception e) {
            LOG.warn("changes of verifiers in {} are not taken up before the next start", folder, e);
        }
    }

    private static void take(CamelContext context, Resource file) throws IOException {
        // one that is only just being written is told of again when it has its content
        if (!file.exists() || isEmpty(file)) {
            return;
        }
        try {
            LOG.info(
                    "verifiers of {} are taken up: {}",
                    file.getLocation(),
                    PluginHelper.getRoutesLoader(context).updateRoutes(List.of(file)));
        } catch (Exception e) {
            LOG.warn(
                    "{} is not taken up, what was there stays: {}",
                    file.getLocation(),
                    OneLine.of(String.valueOf(NestedExceptionUtils.getMostSpecificCause(e))));
            LOG.debug("because of", e);
        }
    }

    private static boolean isEmpty(Resource file) throws IOException {
        try (InputStream content = file.getInputStream()) {
            return content == null || content.read() < 0;
        }
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        // nothing to do by then
    }
}
