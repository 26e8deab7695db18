extension ErrorGuide {
    /// The rows about native authentication.
    static let native: [ErrorGuide] = [
        ErrorGuide(
            .newPasswordTooWeak, "The new password does not meet the requirements.",
            when:
                "The password of a sign-up or reset is too short, too long, too weak or banned; the suberror names the reason.",
            fix:
                "Choose a password of at least 8 characters with three of: lowercase letters, uppercase letters, digits, symbols."
        ),
        ErrorGuide(
            .oneTimeCodeWrong, "The one-time code is wrong.",
            when: "The code differs from the code that was sent, or has expired.",
            fix: "Enter the code that was sent; GET /_understudy/outbox returns it."
        ),
        ErrorGuide(
            .nativeAttributesRequired, "The sign-up requires attributes of the user.",
            when: "The user flow collects attributes that the request does not contain.",
            fix: "Send the attributes that the response lists."
        ),
        ErrorGuide(
            .nativeCredentialRequired, "The sign-up requires a password.",
            when: "The user flow requires a password, and the request sequence has not sent one yet.",
            fix: "Send the password."
        ),
        ErrorGuide(
            .nativeVerificationRequired, "The user name must be verified first.",
            when: "The sign-up continued before the one-time code was entered.",
            fix: "Send the one-time code first."
        ),
        ErrorGuide(
            .continuationInvalid, "The continuation token is not valid.",
            when: "The token belongs to another request sequence, was already used, or was modified.",
            fix: "Send the continuation_token of the last response."
        ),
        ErrorGuide(
            .passwordAbsentForReset, "The account has no password to reset.",
            when: "The user has no password in the directory, signs in with an external provider, or is a guest.",
            fix: "Give the user a password, or sign in with the method that the user has."
        ),
        ErrorGuide(
            .nativeAccessDenied, "Native authentication is not allowed for the account.",
            when: "The account is disabled, or its authentication method is blocked.",
            fix: "Set accountEnabled of the user to true."
        ),
        ErrorGuide(
            .nativeContinuationExpired, "The continuation token has expired.",
            when: "The lifetime of the token has passed by the server's clock.",
            fix: "Start again with the first request of the flow."
        ),
        ErrorGuide(
            .contactInvalid, "The contact cannot be used for verification.",
            when: "The mail address or telephone number is malformed.",
            fix: "Send a valid mail address or telephone number."
        ),
        ErrorGuide(
            .unsupportedChallenge, "The challenge type or identity provider is not supported.",
            when: "The request does not offer the challenge type that the account needs.",
            fix: "Send challenge_type=password oob redirect."
        ),
        ErrorGuide(
            .attributeValidationFailed, "An attribute has a value that is not allowed.",
            when: "A value does not match the pattern of the attribute in the user flow.",
            fix: "Send a value that matches the attribute's pattern."
        ),
        ErrorGuide(
            .nativeUserExists, "The user already exists.",
            when: "The user name of a sign-up belongs to a user of the tenant.",
            fix: "Sign in instead, or use another user name."
        ),
        ErrorGuide(
            .passwordRejected, "The new password does not meet the requirements.",
            when:
                "The password of a native authentication reset or registration is too short, too long, too weak or banned.",
            fix:
                "Choose a password of at least 8 characters with three of: lowercase letters, uppercase letters, digits, symbols."
        ),
    ]
}
