package io.github.understudy_entra;

/** A one-time code or a push notification that was "sent" to a user. */
public record Message(
    String to, String channel, @Shapes.Secret String code, String sentAt, String id, String application, String ipAddress, String expiresAt,
    String state) {
    @Override
    public String toString() {
        return Shapes.text(this);
    }
}
