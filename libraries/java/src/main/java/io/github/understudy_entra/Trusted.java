package io.github.understudy_entra;

import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * Trust of the whole JVM in the server, by the default {@link SSLContext}, by {@link HttpsURLConnection}, and by the system properties that
 * other trust managers read. Closing restores what was there before.
 */
public final class Trusted implements AutoCloseable {
    private final Map<String, String> before = new LinkedHashMap<>();
    private final SSLContext context;
    private final SSLSocketFactory factory;

    Trusted(SSLContext trusting, Map<String, String> properties) {
        try {
            context = SSLContext.getDefault();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
        factory = HttpsURLConnection.getDefaultSSLSocketFactory();
        properties.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
        SSLContext.setDefault(trusting);
        HttpsURLConnection.setDefaultSSLSocketFactory(trusting.getSocketFactory());
    }

    @Override
    public void close() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
        SSLContext.setDefault(context);
        HttpsURLConnection.setDefaultSSLSocketFactory(factory);
    }
}
