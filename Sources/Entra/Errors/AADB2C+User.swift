/// Errors about the user of a B2C policy, and about the tokens that name the user.
extension AADB2C {
    package static let noSession = row(
        90077, .interactionRequired, source: .observed,
        template: "User does not have an existing session and request prompt parameter has a value of 'none'.",
        meaning: "No user is signed in, and prompt=none does not allow a page.",
        when: "prompt=none was sent, and the browser has no session.",
        fix: "Sign in interactively first.")

    package static let cancelled = row(
        90091, .accessDenied, source: .observed,
        template: "The user has cancelled entering self-asserted information.",
        meaning: "The user canceled.",
        when: "The user chose Cancel on a page of the policy.",
        fix: "Handle the error in the application, for example by showing its start page.")

    package static let passwordForgotten = row(
        90118, .accessDenied, source: .observed,
        template: "The user has forgotten their password.",
        meaning: "The user has forgotten the password.",
        when: "The user chose \"Forgot your password?\" on the page of a sign-in policy.",
        fix: "Start the password reset policy, or set resetsPassword: true on the sign-in policy.")

    package static let wrongCredentials = row(
        90225, .accessDenied, source: .observed,
        template: "The username or password provided in the request are invalid.",
        meaning: "The user name or the password is wrong.",
        when: "The password grant was sent with a wrong user name or password, or the account is locked.",
        fix: "Use the user name and password of a user of the tenant.")

    package static let tokenExpired = row(
        90235, .invalidToken, status: 401,
        template: "The provided id_token is expired. Please provide another token and try again.",
        meaning: "The id_token_hint has expired.",
        when: "The exp of the token in id_token_hint is in the past by the server's clock.",
        fix: "Send a current ID token.")

    package static let tokenSignature = row(
        90239, .invalidToken, status: 401,
        template: "The provided id_token failed signature validation. Please provide another token and try again.",
        meaning: "The signature of the id_token_hint is not valid.",
        when: "The token was modified or was not signed by this server.",
        fix: "Send an unmodified ID token from this server.")

    package static let tokenMalformed = row(
        90240, .invalidToken, status: 401,
        template: "The provided id_token is malformed and could not be parsed. Please provide another token and try "
            + "again.",
        meaning: "The id_token_hint cannot be read.",
        when: "The token is not a JWT.",
        fix: "Send the unmodified ID token.")

    package static let accountLocked = row(
        90111, .accessDenied,
        template: "Your account has been locked. Contact your support person to unlock it, then try again.",
        meaning: "The account is locked until an administrator unlocks it.",
        fix: "Enable the account.")

    package static let accountLockedForSomeTime = row(
        90114, .accessDenied,
        template: "Your account is temporarily locked to prevent unauthorized use. Try again later.",
        meaning: "The account is locked for some time after wrong passwords.",
        fix: "Wait, or advance the clock.")

    package static let hintExpired = row(
        90208, .invalidRequest,
        template: "The provided id_token_hint parameter is expired. Please provide another token and try again.",
        meaning: "The id_token_hint has expired.",
        fix: "Send a current token.")

    package static let hintAudience = row(
        90209, .invalidRequest,
        template: "The provided id_token_hint parameter does not contain an accepted audience. Valid audience values: "
            + "'{expected}'. Please provide another token and try again.",
        meaning: "The id_token_hint has another audience.",
        fix: "Send a token for this application.")

    package static let hintInvalid = row(
        90210, .invalidRequest,
        template:
            "The provided id_token_hint parameter could not be validated. Please provide another token and try again.",
        meaning: "The id_token_hint is not valid.",
        fix: "Send a valid token.")

    package static let hintIssuer = row(
        90232, .invalidRequest,
        template:
            "The provided id_token_hint parameter does not contain an accepted issuer. Valid issuers: '{expected}'. "
            + "Please provide another token and try again.",
        meaning: "The id_token_hint has another issuer.",
        fix: "Send a token of the expected issuer.")

    package static let hintSignature = row(
        90233, .invalidRequest,
        template:
            "The provided id_token_hint parameter failed signature validation. Please provide another token and try "
            + "again.",
        meaning: "The signature of the id_token_hint is not valid.",
        fix: "Send an unmodified token.")
}
