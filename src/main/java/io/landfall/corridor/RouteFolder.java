package io.landfall.corridor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.RouteWatcherReloadStrategy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.ledger.LedgerConfiguration;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Routes that are dropped into the folder of routes, or changed there, are taken up while running, file by file. A file that
 * can't be taken up leaves what was there at work, and a person is told; a file that is removed leaves its routes until the
 * next start. Whoever calls a route that is being replaced waits for it.
 */
@Component
final class RouteFolder implements CamelContextConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(RouteFolder.class);
    private static final String FILE = "file:";
    private static final String ROUTES = "*.camel.yaml";

    private static final Pattern TOP = Pattern.compile("^- +\"?([A-Za-z-]+)\"? *:", Pattern.MULTILINE);
    /** Anything else steers routes that are loaded after it, and those at work would not heed it. */
    private static final Set<String> REPLACEABLE = Set.of("route", "from", "beans");
    /** Its client is closed for good when it is stopped. */
    private static final Pattern SEND_BULK = Pattern.compile("^ +id: *\"?send-bulk\"? *$", Pattern.MULTILINE);

    private final String routes;
    private final boolean watched;
    private final RouteSet set;
    private final Alarms alarms;
    private final String key;

    RouteFolder(
            @Value("${landfall.routes}") String routes,
            RouteFilesConfiguration configuration,
            RouteSet set,
            Alarms alarms,
            LedgerConfiguration ledger) {
        this.routes = routes;
        this.watched = configuration.reload();
        this.set = set;
        this.alarms = alarms;
        this.key = "routes-refused:" + ledger.node();
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        try {
            for (String pattern : routes.split(",", -1)) {
                for (Resource file :
                        PluginHelper.getPackageScanResourceResolver(context).findResources(pattern)) {
                    set.take(name(file), text(file));
                }
            }
            watch(context);
        } catch (Exception e) {
            LOG.warn("changes of routes in {} are not taken up before the next start", routes, e);
        }
    }

    private void watch(CamelContext context) throws Exception {
        Path folder = routes.startsWith(FILE) && !routes.contains(",")
                ? Path.of(routes.substring(FILE.length())).toAbsolutePath().getParent()
                : null;
        if (!watched || folder == null || !folder.toFile().isDirectory()) {
            return;
        }
        RouteWatcherReloadStrategy watcher = new RouteWatcherReloadStrategy(folder.toString());
        watcher.setPattern(ROUTES);
        // that file alone: the watcher's own way would try one that can't be read again with each that follows
        watcher.setResourceReload((name, file) -> look(context, file));
        context.addService(watcher);
    }

    private void look(CamelContext context, Resource file) throws IOException {
        String text = file.exists() ? text(file) : "";
        // one that is only just being written is told of again when it has its content
        if (text.isBlank()) {
            return;
        }
        String name = name(file);
        String refused = null;
        if (!text.equals(set.text(name))) {
            refused = whyNotNow(text);
            if (refused == null) {
                refused = take(context, file.getLocation(), name, text);
            }
        }
        if (refused == null) {
            set.take(name, text);
        } else {
            LOG.warn("{} is not taken up, what was there stays: {}", name, refused);
            set.refuse(name, refused);
        }
        tell();
    }

    /** Why a text has to wait for the next start; null: it has not. */
    static @Nullable String whyNotNow(String text) {
        Matcher top = TOP.matcher(text);
        while (top.find()) {
            if (!REPLACEABLE.contains(top.group(1))) {
                return top.group(1) + " holds for routes that are loaded after it: start the node again";
            }
        }
        return SEND_BULK.matcher(text).find() ? "send-bulk closes its client for good: start the node again" : null;
    }

    /** Takes up a text; what was there is put back, and the reason returned, when that can't be. */
    private @Nullable String take(CamelContext context, String location, String name, String text) {
        RoutesLoader loader = PluginHelper.getRoutesLoader(context);
        List<Route> before = context.getRoutes();
        try {
            Set<String> taken = loader.updateRoutes(List.of(ResourceHelper.fromString(location, text)));
            LOG.info("routes of {} are taken up: {}", name, taken);
            return null;
        } catch (Exception e) {
            LOG.debug("because of", e);
            String reason = OneLine.of(String.valueOf(NestedExceptionUtils.getMostSpecificCause(e)));
            return putBack(context, location, name, before)
                    ? reason
                    : reason + "; what was there is gone: start the node again";
        }
    }

    private boolean putBack(CamelContext context, String location, String name, List<Route> before) {
        if (new HashSet<>(context.getRoutes()).equals(new HashSet<>(before))) {
            return true;
        }
        try {
            for (Route route : context.getRoutes()) {
                String id = route.getRouteId();
                if (before.stream().noneMatch(old -> old.getRouteId().equals(id))) {
                    context.getRouteController().stopRoute(id);
                    context.removeRoute(id);
                }
            }
            String text = set.text(name);
            if (text != null) {
                PluginHelper.getRoutesLoader(context).updateRoutes(List.of(ResourceHelper.fromString(location, text)));
            }
            return true;
        } catch (Exception e) {
            LOG.error("{} can't be put back as it was", name, e);
            return false;
        }
    }

    private void tell() {
        if (set.refused().isEmpty()) {
            alarms.close(key);
        } else {
            alarms.raise(
                    key, Severity.P2, "files of routes that are not taken up, what was there stays: " + set.refused());
        }
    }

    private static String name(Resource file) {
        String location = file.getLocation();
        return location.substring(Math.max(location.lastIndexOf('/'), location.lastIndexOf(':')) + 1);
    }

    private static String text(Resource file) throws IOException {
        try (InputStream content = file.getInputStream()) {
            return content == null ? "" : new String(content.readAllBytes(), UTF_8);
        }
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        // all that was there at the start is at work, or there would be no start
        tell();
    }
}
