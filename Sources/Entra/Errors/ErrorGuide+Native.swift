extension ErrorGuide {
    /// Native authentication.
    static let native: [ErrorGuide] = [
        ErrorGuide(
            .newPasswordTooWeak, "The new password does not meet the requirements.",
            when:
                "A password of a sign-up or a reset is too short, too long, too weak or banned; the suberror says which.",
            fix: "Choose a password of at least 8 characters with three kinds of characters."
        ),
        ErrorGuide(
            .oneTimeCodeWrong, "The one-time code is wrong.",
            when: "The code differs from the one that was sent, or has expired.",
            fix: "Enter the code that was sent: GET /_understudy/outbox shows it."
        ),
        ErrorGuide(
            .nativeAttributesRequired, "The sign-up needs attributes of the user.",
            when: "The user flow collects attributes that the request does not have.",
            fix: "Send the attributes that the response lists."
        ),
        ErrorGuide(
            .nativeCredentialRequired, "The sign-up needs a password.",
            when: "The user flow asks for a password, and the journey has none yet.",
            fix: "Send the password."
        ),
        ErrorGuide(
            .nativeVerificationRequired, "The user name must be verified first.",
            when: "The sign-up goes on before the code that was sent was entered.",
            fix: "Send the one-time code first."
        ),
        ErrorGuide(
            .continuationInvalid, "The continuation token is not valid.",
            when: "The token is of another journey, was used before, or was changed.",
            fix: "Send the continuation_token of the last response."
        ),
        ErrorGuide(
            .passwordAbsentForReset, "The account has no password that could be reset.",
            when: "The user has no password here, signs in with another provider, or is a guest.",
            fix: "Give the user a password, or sign in by the user's own method."
        ),
        ErrorGuide(
            .nativeAccessDenied, "Native authentication is not allowed for the account.",
            when: "The account is disabled, or its authentication method is blocked.",
            fix: "Set accountEnabled of the user to true."
        ),
        ErrorGuide(
            .nativeContinuationExpired, "The continuation token has expired.",
            when: "The token is older than its lifetime by the server's clock.",
            fix: "Start the journey again."
        ),
        ErrorGuide(
            .contactInvalid, "The contact cannot be used for verification.",
            when: "The mail address or telephone number has a wrong form.",
            fix: "Send a valid mail address or telephone number."
        ),
        ErrorGuide(
            .unsupportedChallenge, "The challenge type or identity provider is not supported.",
            when: "The request offers none of the challenge types that the account needs.",
            fix: "Offer the challenge types password, oob and redirect."
        ),
        ErrorGuide(
            .attributeValidationFailed, "An attribute has a value that is not allowed.",
            when: "A value does not match the pattern of the attribute in the user flow.",
            fix: "Send a value that matches the attribute's pattern."
        ),
        ErrorGuide(
            .nativeUserExists, "The user exists already.",
            when: "A sign-up names a user of the tenant.",
            fix: "Sign in instead, or use another name."
        ),
        ErrorGuide(
            .passwordRefused, "The new password does not meet the requirements.",
            when: "The password of a native authentication reset or registration is not acceptable.",
            fix: "Choose a password of at least 8 characters with three kinds of characters."
        ),
    ]
}
