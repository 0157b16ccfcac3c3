package io.landfall.view;

import java.io.IOException;

import org.apache.http.HttpHost;
import org.apache.http.nio.conn.SchemeIOSessionStrategy;
import org.apache.http.nio.conn.ssl.SSLIOSessionStrategy;
import org.apache.http.nio.reactor.IOSession;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** TLS with what a bundle holds: when it is loaded again, connections that are opened from then on use the new content. */
final class BundleTls implements SchemeIOSessionStrategy {
    private volatile SSLIOSessionStrategy current;

    private BundleTls(SslBundle bundle) {
        this.current = strategy(bundle);
    }

    /** Throws when there is no bundle of that name, or its files can't be read. */
    static BundleTls of(String name, SslBundles bundles) {
        BundleTls tls = new BundleTls(bundles.getBundle(name));
        bundles.addBundleUpdateHandler(name, bundle -> tls.current = strategy(bundle));
        return tls;
    }

    @Override
    public boolean isLayeringRequired() {
        return true;
    }

    @Override
    public IOSession upgrade(HttpHost host, IOSession session) throws IOException {
        return current.upgrade(host, session);
    }

    private static SSLIOSessionStrategy strategy(SslBundle bundle) {
        return new SSLIOSessionStrategy(bundle.createSslContext());
    }
}
