package io.landfall.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority that lives as long as a test; the JDK's keytool makes its keys. */
final class Authority {
    private static final String PASSWORD = "changeit";
    private static final String SELF = "ca";

    private final Path folder;

    private Authority(Path folder) {
        this.folder = folder;
    }

    /** A new one, with its files in that folder, which is made. */
    static Authority in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Authority authority = new Authority(Files.createDirectories(folder));
        authority.generate(SELF, "-ext", "BasicConstraints:critical=ca:true");
        Files.writeString(authority.pem(), authority.encoded(SELF));
        return authority;
    }

    /** Its own certificate, for those who are to trust it. */
    Path pem() {
        return folder.resolve(SELF + ".pem");
    }

    /**
     * A certificate for a server, or for a client of that name.
     *
     * @param alternative whose it is, as keytool says it: {@code ip:127.0.0.1} or {@code dns:localhost}
     */
    Certificate issue(String name, String alternative)
            throws IOException, InterruptedException, GeneralSecurityException {
        generate(name, "-signer", SELF, "-ext", "SubjectAlternativeName=" + alternative);
        String chain = encoded(name);
        String key =
                pem("PRIVATE KEY", store().getKey(name, PASSWORD.toCharArray()).getEncoded());
        Certificate certificate = new Certificate(
                folder.resolve(name + ".crt"), folder.resolve(name + ".key"), folder.resolve(name + ".pem"), pem());
        Files.writeString(certificate.chain(), chain);
        Files.writeString(certificate.key(), key);
        // PostgreSQL's driver takes no other
        Files.setPosixFilePermissions(certificate.key(), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(certificate.both(), key + chain);
        return certificate;
    }

    private void generate(String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "2",
                "-dname",
                "CN=" + alias,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                storeFile().toString()));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed: " + said);
        }
    }

    private String encoded(String alias) throws IOException, GeneralSecurityException {
        return pem("CERTIFICATE", store().getCertificate(alias).getEncoded());
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + kind + "-----\n";
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(storeFile())) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private Path storeFile() {
        return folder.resolve("authority.p12");
    }
}
