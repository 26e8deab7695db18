package io.github.understudy_entra;

/** The answer to a push notification of Microsoft Authenticator. Without an ID, the newest one of the user. */
public record PushAnswer(String to, String id, String tenant, String answer, String number) {
    /** Returns an approval, with the number that the sign-in page shows. */
    public static PushAnswer approve(String to, String number) {
        return new PushAnswer(to, null, null, "approve", number);
    }

    public static PushAnswer deny(String to) {
        return new PushAnswer(to, null, null, "deny", null);
    }
}
