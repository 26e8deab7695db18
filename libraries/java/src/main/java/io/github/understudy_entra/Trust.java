package io.github.understudy_entra;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Trust in the server's CA and in the public certificate authorities of the JDK. */
final class Trust {
    /** The password of the trust store, which protects nothing: the certificates in it are public. */
    static final String PASSWORD = "changeit";

    private final KeyStore store;

    /** Trusts a certificate in DER form. */
    Trust(byte[] certificate) {
        try {
            store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int index = 0;
            for (TrustManager manager : managers(null)) {
                for (X509Certificate authority : manager instanceof X509TrustManager known ? known.getAcceptedIssuers() : new X509Certificate[0]) {
                    store.setCertificateEntry("jdk-" + index++, authority);
                }
            }
            store.setCertificateEntry(
                "understudy", CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate)));
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("The server's CA certificate cannot be read.", impossible);
        }
    }

    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void write(Path file) throws IOException {
        try (OutputStream output = Files.newOutputStream(file)) {
            store.store(output, PASSWORD.toCharArray());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The system properties by which a JVM trusts the certificates in a file. */
    static Map<String, String> properties(Path file) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("javax.net.ssl.trustStore", file.toString());
        properties.put("javax.net.ssl.trustStorePassword", PASSWORD);
        properties.put("javax.net.ssl.trustStoreType", "PKCS12");
        return properties;
    }

    static List<String> arguments(Path file) {
        return properties(file).entrySet().stream().map(property -> "-D" + property.getKey() + "=" + property.getValue()).toList();
    }
}
