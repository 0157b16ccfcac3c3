package io.landfall.access;

import java.nio.file.Path;

import javax.net.ssl.SSLContext;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/**
 * What a server or a client shows, as PEM files.
 *
 * @param key not encrypted
 * @param both key and chain in one
 * @param authority whose certificate it is
 */
record Certificate(Path chain, Path key, Path both, Path authority) {
    /** For a server that shows it. */
    SSLContext server() {
        return context(PemSslStoreDetails.forCertificate(chain.toString()).withPrivateKey(key.toString()), null);
    }

    /** For a server that shows it, and can judge what a client shows. */
    SSLContext demandingServer() {
        return context(
                PemSslStoreDetails.forCertificate(chain.toString()).withPrivateKey(key.toString()),
                PemSslStoreDetails.forCertificate(authority.toString()));
    }

    /** For a client that trusts its authority and nobody else. */
    SSLContext client() {
        return context(null, PemSslStoreDetails.forCertificate(authority.toString()));
    }

    private static SSLContext context(PemSslStoreDetails shown, PemSslStoreDetails trusted) {
        return SslBundle.of(new PemSslStoreBundle(shown, trusted)).createSslContext();
    }
}
