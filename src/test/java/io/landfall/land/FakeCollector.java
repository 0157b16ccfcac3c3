package io.landfall.land;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Takes spans as OpenTelemetry sends them over HTTP, and keeps them; or refuses them. */
final class FakeCollector implements AutoCloseable {
    /**
     * A span; ids are hexadecimal.
     *
     * @param parent empty: it begins its trace
     * @param links as {@code trace-span}
     * @param tags those that are texts
     */
    record Span(
            String trace,
            String id,
            String parent,
            String name,
            List<String> links,
            Map<String, String> tags,
            boolean failed) {}

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final HttpServer server;
    private volatile boolean taking = true;

    FakeCollector() {
        this(0);
    }

    FakeCollector(int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    /** From now on it takes what comes, or answers 500. */
    void take(boolean all) {
        taking = all;
    }

    /** How many requests were answered with 500. */
    int refused() {
        return refused.get();
    }

    List<Span> spans() {
        return spans;
    }

    List<Span> named(String name) {
        return spans.stream().filter(span -> span.name.equals(name)).toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        ByteBuffer request = ByteBuffer.wrap(exchange.getRequestBody().readAllBytes());
        if (!taking) {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
            refused.incrementAndGet();
            return;
        }
        fields(request, (ofResource, resourceSpans) -> {
            if (ofResource == 1) {
                fields((ByteBuffer) resourceSpans, (ofScope, scopeSpans) -> {
                    if (ofScope == 2) {
                        fields((ByteBuffer) scopeSpans, (ofSpan, span) -> {
                            if (ofSpan == 2) {
                                spans.add(span((ByteBuffer) span));
                            }
                        });
                    }
                });
            }
        });
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private static Span span(ByteBuffer bytes) {
        Map<Integer, String> texts = new HashMap<>();
        List<String> links = new ArrayList<>();
        Map<String, String> tags = new HashMap<>();
        boolean[] failed = {false};
        fields(bytes, (field, value) -> {
            switch (field) {
                case 1, 2, 4 -> texts.put(field, hex((ByteBuffer) value));
                case 5 -> texts.put(field, text((ByteBuffer) value));
                case 9 -> tag((ByteBuffer) value, tags);
                case 13 -> links.add(link((ByteBuffer) value));
                case 15 -> fields((ByteBuffer) value, (of, code) -> failed[0] |= of == 3 && code.equals(2L));
                default -> {}
            }
        });
        return new Span(texts.get(1), texts.get(2), texts.getOrDefault(4, ""), texts.get(5), links, tags, failed[0]);
    }

    private static void tag(ByteBuffer bytes, Map<String, String> tags) {
        String[] pair = new String[2];
        fields(bytes, (field, value) -> {
            if (field == 1) {
                pair[0] = text((ByteBuffer) value);
            } else {
                fields((ByteBuffer) value, (kind, any) -> pair[1] = kind == 1 ? text((ByteBuffer) any) : null);
            }
        });
        if (pair[1] != null) {
            tags.put(pair[0], pair[1]);
        }
    }

    private static String link(ByteBuffer bytes) {
        String[] ids = new String[2];
        fields(bytes, (field, value) -> {
            if (field <= 2) {
                ids[field - 1] = hex((ByteBuffer) value);
            }
        });
        return ids[0] + "-" + ids[1];
    }

    /** Each field of a protobuf message: its number, and a Long or the bytes of a message, text or id. */
    private static void fields(ByteBuffer message, BiConsumer<Integer, Object> field) {
        message.order(ByteOrder.LITTLE_ENDIAN);
        while (message.hasRemaining()) {
            int key = (int) varint(message);
            Object value =
                    switch (key & 7) {
                        case 0 -> varint(message);
                        case 1 -> message.getLong();
                        case 2 -> slice(message, (int) varint(message));
                        case 5 -> (long) message.getInt();
                        default -> throw new IllegalStateException("wire type " + (key & 7));
                    };
            field.accept(key >>> 3, value);
        }
    }

    private static ByteBuffer slice(ByteBuffer message, int length) {
        ByteBuffer slice = message.slice(message.position(), length);
        message.position(message.position() + length);
        return slice;
    }

    private static long varint(ByteBuffer message) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static String hex(ByteBuffer buffer) {
        return HexFormat.of().formatHex(bytes(buffer));
    }

    private static String text(ByteBuffer buffer) {
        return new String(bytes(buffer), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
