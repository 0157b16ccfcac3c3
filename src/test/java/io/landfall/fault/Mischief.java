package io.landfall.fault;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.fault.EsProxy.Behaviour;
import io.landfall.fault.EsProxy.Reply;
import io.landfall.stack.Server;
import io.landfall.view.EsClient;

/** What a soak may do to a product at work, and how it is undone. */
enum Mischief {
    VIEW_SLOW(behaves(call -> {
        delay();
        return call.pass();
    })),
    VIEW_RESETS(behaves(call -> Reply.RESET)),
    VIEW_ANSWER_LOST(behaves(everySecond(call -> {
        call.pass();
        return Reply.RESET;
    }))),
    VIEW_ANSWER_CUT(behaves(everySecond(call -> cut(call.pass())))),
    VIEW_503(behaves(everySecond(call -> Reply.error(503, "unavailable")))),
    VIEW_GATEWAY(behaves(call -> Reply.page(502))),
    VIEW_429(behaves(everySecond(call -> Reply.error(429, "es_rejected_execution_exception")))),
    VIEW_ITEMS_429(behaves(BulkFaults.items(id -> id.hashCode() % 3 == 0, 429, "es_rejected_execution_exception"))),
    VIEW_ITEMS_503(behaves(BulkFaults.items(id -> id.hashCode() % 5 == 0, 503, "unavailable_shards_exception"))),
    VIEW_TOO_LARGE(behaves(BulkFaults.tooLargeAbove(4_000))),
    VIEW_KILLED(killed(Mischief::view)),
    VIEW_FROZEN(frozen(Mischief::view)),
    LEDGER_KILLED(killed(Mischief::ledger)),
    LEDGER_FROZEN(frozen(Mischief::ledger)),
    BROKER_KILLED(killed(Mischief::broker)),
    BROKER_FROZEN(frozen(Mischief::broker)),
    NODE_KILLED(new Deed() {
        @Override
        public void begin(Scene scene) {
            scene.one.kill();
        }

        @Override
        public void end(Scene scene) {
            scene.one.launch();
        }
    }),
    OTHER_NODE_KILLED(new Deed() {
        @Override
        public void begin(Scene scene) {
            scene.two.kill();
        }

        @Override
        public void end(Scene scene) {
            scene.two.launch();
        }
    }),
    NODE_STOPPED(new Deed() {
        @Override
        public void begin(Scene scene) {
            scene.two.stop();
        }

        @Override
        public void end(Scene scene) {
            scene.two.launch();
        }
    }),
    INDEX_BLOCKED(new Deed() {
        @Override
        public void begin(Scene scene) {
            block(scene, true);
        }

        @Override
        public void end(Scene scene) {
            block(scene, false);
        }
    });

    /** Some count the calls that they meet. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Deed deed;

    Mischief(Deed deed) {
        this.deed = deed;
    }

    /** Who is hurt. */
    record Scene(Site site, EsProxy proxy, Product one, Product two) {}

    /** How. */
    interface Deed {
        void begin(Scene scene);

        void end(Scene scene);
    }

    void begin(Scene scene) {
        deed.begin(scene);
    }

    void end(Scene scene) {
        deed.end(scene);
    }

    /** Whatever was done, it is over; only nodes of the product may be missing. */
    static void endAll(Scene scene) {
        scene.proxy.behave(EsProxy.TRANSPARENT);
        for (Server server : new Server[] {view(), ledger(), broker()}) {
            if (server.isRunning()) {
                server.thaw();
            }
            server.start();
        }
        block(scene, false);
    }

    private static Server view() {
        return Site.stack().elasticsearch();
    }

    private static Server ledger() {
        return Site.stack().postgres();
    }

    private static Server broker() {
        return Site.stack().kafka();
    }

    private static Deed behaves(Behaviour behaviour) {
        return new Deed() {
            @Override
            public void begin(Scene scene) {
                scene.proxy.behave(behaviour);
            }

            @Override
            public void end(Scene scene) {
                scene.proxy.behave(EsProxy.TRANSPARENT);
            }
        };
    }

    private interface Which {
        Server server();
    }

    private static Deed killed(Which which) {
        return new Deed() {
            @Override
            public void begin(Scene scene) {
                which.server().kill();
            }

            @Override
            public void end(Scene scene) {
                which.server().start();
            }
        };
    }

    private static Deed frozen(Which which) {
        return new Deed() {
            @Override
            public void begin(Scene scene) {
                which.server().freeze();
            }

            @Override
            public void end(Scene scene) {
                which.server().thaw();
            }
        };
    }

    private static Behaviour everySecond(Behaviour fault) {
        AtomicLong calls = new AtomicLong();
        return call -> calls.getAndIncrement() % 2 == 0 ? fault.on(call) : call.pass();
    }

    private static Reply cut(Reply whole) {
        String text = new String(whole.body(), StandardCharsets.UTF_8);
        byte[] half = text.substring(0, text.length() / 2).getBytes(StandardCharsets.UTF_8);
        return new Reply(whole.status(), whole.contentType(), half);
    }

    private static void delay() {
        try {
            // nobody counts it down
            new CountDownLatch(1).await(1_500, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void block(Scene scene, boolean on) {
        try (EsClient client = new EsClient(Site.stack().elasticsearchUrl())) {
            JsonNode answer = client.call(
                    "PUT",
                    "/" + scene.site.index() + "/_settings",
                    "{\"index.blocks.write\":" + (on ? "true" : "null") + "}");
            if (answer.has("error")) {
                throw new IllegalStateException("the index is not " + (on ? "blocked: " : "unblocked: ") + answer);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
