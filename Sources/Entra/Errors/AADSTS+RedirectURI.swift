/// Errors about redirect URIs, and about the kind of client that may redeem a code
/// (docs/reference/protocol.md#redirect-uri-errors).
extension AADSTS {
    package static let redirectURIMismatch = AADSTS(
        50011, .invalidClient, delivery: .shown, b2c: AADB2C.redirectURIMismatch, source: .report,
        deliverySource: .report, evidence: "oauth2-azure#99 (2020); django_microsoft_auth#427 (page)",
        template: "The redirect URI '{redirect_uri}' specified in the request does not match the redirect URIs "
            + "configured for the application '{client_id}'. Make sure the redirect URI sent in the request matches "
            + "one added to your application in the Azure portal. Navigate to "
            + "https://aka.ms/redirectUriMismatchError to learn more about how to fix this.",
        meaning: "The redirect URI is not registered for the application.",
        when: "redirect_uri differs from every registered redirect URI. Scheme, host, port, path, letter case and a "
            + "trailing slash must match; only the port of a loopback address under publicClient may differ.",
        fix: "Register the redirect URI exactly as it is sent, under the platform of the application.")

    package static let invalidRedirectURI = AADSTS(
        70004, .invalidRequest, delivery: .shown,
        template: "The app returned an invalid redirect URI: '{redirect_uri}'.",
        meaning: "The redirect URI is not valid.",
        fix: "Send an absolute URI with a scheme.")

    package static let redirectURINotAbsolute = AADSTS(
        90102, .invalidRequest, delivery: .shown, b2c: AADB2C.redirectURIMismatch, source: .observed,
        template: "'redirect_uri' value must be a valid absolute URI.",
        meaning: "The redirect URI is not an absolute URI.",
        when: "redirect_uri has no scheme or is not a URI.",
        fix: "Send an absolute URI with a scheme.")

    package static let noRedirectURIRegistered = AADSTS(
        500113, .invalidRequest, delivery: .shown, b2c: AADB2C.noRedirectURI,
        template: "No reply address is registered for the application.",
        meaning: "The application has no redirect URI.",
        when: "The registration lists no redirect URI under web, spa or publicClient.",
        fix: "Register a redirect URI under web, spa or publicClient.")

    package static let noRedirectURIProvided = AADSTS(
        900971, .invalidRequest, delivery: .shown, b2c: AADB2C.missingParameter, b2cParameter: Parameter.redirectURI,
        source: .observed,
        template: "No reply address provided.",
        meaning: "The request must name a redirect URI.",
        when: "redirect_uri is missing, and the application has several redirect URIs.",
        fix: "Send redirect_uri.")

    package static let redirectURIDiffersFromAuthorize = AADSTS(
        500112, .invalidClient, b2c: AADB2C.redirectURIMismatch, source: .observed,
        evidence: "react-native-msal-plugin#28",
        template: "The reply address '{redirect_uri}' does not match the reply address '{expected_redirect_uri}' "
            + "provided when requesting Authorization code.",
        meaning: "The code was issued for another redirect URI.",
        when: "The redirect_uri of the token request differs from the redirect_uri of the authorization request.",
        fix: "Redeem the code with the redirect_uri of the authorization request, byte for byte.")

    package static let redirectURIMissingAtToken = AADSTS(
        700009, .invalidGrant, b2c: AADB2C.redirectURIMismatch, source: .observed,
        template:
            "Reply address must be provided when presenting an authorization code requested with an explicit reply "
            + "address.",
        meaning: "The token request must name the redirect URI of the authorization request.",
        when: "The token request has no redirect_uri, and the authorization request had one.",
        fix: "Redeem the code with the redirect_uri of the authorization request, byte for byte.")

    package static let nestedRedirectURIMismatch = AADSTS(
        700046, .invalidClient, delivery: .shown, b2c: AADB2C.redirectURIMismatch, source: .observed,
        evidence: "office-js#5020",
        template: "Invalid Reply Address. Reply Address must have scheme brk-{value}:// and be of Single Page "
            + "Application type.",
        meaning: "The redirect URI of the nested application is not one for a broker.",
        when: "A request with brk_client_id has a redirect_uri that is not registered, or has no scheme such as "
            + "brk-multihub.",
        fix: "Register brk-multihub://HOST under spa, without a path.")

    package static let brokerSchemeReserved = AADSTS(
        7000471, .invalidRequest, delivery: .shown, b2c: AADB2C.redirectURIMismatch, source: .observed,
        deliverySource: .observed, evidence: "office-js#5196",
        template: "A reply address scheme starting with 'brk-' was seen on a request that wasn't for brokering. This "
            + "scheme is reserved for brokered application requests. Use a valid reply URI instead, either a native "
            + "app reply URI or an https:// uri.",
        meaning: "Only a nested application may use a redirect URI with the scheme of a broker.",
        when: "The redirect URI has a scheme such as brk-multihub, and the request has no brk_client_id.",
        fix: "Send another redirect_uri, or brk_client_id and brk_redirect_uri of the broker.")

    package static let tokenNotEnabled = AADSTS(
        700051, .unsupportedResponseType, b2c: AADB2C.implicitNotAllowed, source: .reference,
        deliverySource: .reference,
        template: "response_type 'token' is not enabled for the application.",
        meaning: "The application may not get access tokens from the authorization endpoint.",
        when: "response_type contains token, and implicitGrantSettings.enableAccessTokenIssuance is not true.",
        fix: "Use response_type=code, or set web.implicitGrantSettings.enableAccessTokenIssuance to true.")

    package static let idTokenNotEnabled = AADSTS(
        700054, .unsupportedResponseType, b2c: AADB2C.implicitNotAllowed, source: .observed, deliverySource: .observed,
        template: "response_type 'id_token' is not enabled for the application.",
        meaning: "The application may not get ID tokens from the authorization endpoint.",
        when: "response_type contains id_token, and implicitGrantSettings.enableIdTokenIssuance is not true.",
        fix: "Set web.implicitGrantSettings.enableIdTokenIssuance of the application to true.")

    package static let crossOriginWithoutPKCE = AADSTS(
        9002325, .invalidRequest, b2c: AADB2C.codeChallengeMissing, source: .observed,
        template: "Proof Key for Code Exchange is required for cross-origin authorization code redemption.",
        meaning: "A single-page application must use PKCE.",
        when: "A web page redeems a code that was requested without code_challenge.",
        fix: "Send code_challenge and code_verifier.")

    package static let crossOriginNotSPA = AADSTS(
        9002326, .invalidRequest, source: .observed,
        template: "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type. "
            + "Request origin: '{origin}'.",
        meaning: "Only single-page applications may redeem codes from a web page.",
        when: "The request has an Origin header, and the redirect URI is not registered under spa.",
        fix: "Register the redirect URI under spa.")

    package static let spaWithoutOrigin = AADSTS(
        9002327, .invalidRequest, errorURI: false, source: .observed,
        template: "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin "
            + "requests.",
        meaning: "Tokens of a single-page application must be requested by a web page.",
        when: "The redirect URI is registered under spa, and the token request has no Origin header.",
        fix: "Redeem the code in the browser, or register the redirect URI under web or publicClient.")

    static let redirectRows: [AADSTS] = [
        redirectURIMismatch, invalidRedirectURI, redirectURINotAbsolute, noRedirectURIRegistered,
        noRedirectURIProvided, redirectURIDiffersFromAuthorize, redirectURIMissingAtToken,
        nestedRedirectURIMismatch, brokerSchemeReserved, tokenNotEnabled, idTokenNotEnabled, crossOriginWithoutPKCE,
        crossOriginNotSPA, spaWithoutOrigin,
    ]
}
