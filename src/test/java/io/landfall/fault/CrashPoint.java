package io.landfall.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.springframework.beans.factory.annotation.Value;

/**
 * Halts the JVM before or after a step of a route, as kill -9 would, when a file says so: {@code after apply-events 2} is
 * the second time from when the file is there.
 */
final class CrashPoint implements InterceptStrategy {
    /** The key that names the file. */
    static final String KEY = "test.crash-file";

    static final int EXIT_CODE = 137;

    private final Path file;
    private final AtomicReference<String> order = new AtomicReference<>("");
    private int left;

    CrashPoint(@Value("${" + KEY + "}") Path file) {
        this.file = file;
    }

    /** Orders a halt of whoever looks at the file. */
    static void arm(Path file, String place, int time) {
        try {
            Files.createDirectories(file.getParent());
            Path draft = file.resolveSibling(file.getFileName() + ".draft");
            Files.writeString(draft, place + " " + time);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void disarm(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        String step = definition.getId();
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                haltIfOrdered("before " + step);
                return super.process(exchange, doneSync -> {
                    haltIfOrdered("after " + step);
                    callback.done(doneSync);
                });
            }
        };
    }

    private synchronized void haltIfOrdered(String place) {
        String now = ordered();
        if (!now.equals(order.getAndSet(now)) && !now.isEmpty()) {
            left = Integer.parseInt(now.substring(now.lastIndexOf(' ') + 1));
        }
        if (now.startsWith(place + " ") && --left == 0) {
            System.err.println("halts " + place);
            System.err.flush();
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    private String ordered() {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
