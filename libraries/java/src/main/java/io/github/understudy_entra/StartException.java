package io.github.understudy_entra;

/** The server did not start. The message has what the server printed. */
public class StartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
