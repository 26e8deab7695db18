/// Errors about the form of a request, and failures of the service itself.
extension AADSTS {
    package static let serviceFailure = AADSTS(
        50000, .serverError, status: 500, source: .reference,
        template: "There was an error issuing a token or an issue with our sign-in service.",
        meaning: "The service failed to answer the request.",
        when: "Signing a token failed, or an internal error occurred.",
        fix: "Find the cause in the log line with the same trace id, then repeat the request.")

    package static let malformedToken = AADSTS(
        50027, .invalidRequest, b2c: AADB2C.clientAssertionInvalid, source: .observed,
        evidence: "openid-client#348 2021, test data of msal.net 2023-12",
        template: "JWT token is invalid or malformed.",
        meaning: "A JWT in the request cannot be read.",
        when: "A client assertion, an assertion of the on-behalf-of flow or an identity token is not a JWT of three "
            + "parts with valid JSON, or the aud of a client's own assertion is a list.",
        fix: "Send the unmodified token without quotes, line breaks or a \"Bearer\" prefix.")

    package static let externalRequestFailed = AADSTS(
        50166, .serverError, source: .reference,
        template: "Request to external OIDC endpoint failed. {reason}",
        meaning: "The service could not fetch a document from another issuer.",
        when: "The keys of an issuer under federatedIssuers cannot be fetched from its discovery document or jwksUri.",
        fix: "Check the URL of the issuer, or add the keys to the configuration under jwks.")

    package static let requestLoop = AADSTS(
        50196, .invalidGrant, delivery: .shown, source: .reference, deliverySource: .reference,
        template: "The server terminated an operation because it encountered a client request loop. Please contact "
            + "your app vendor.",
        meaning: "One browser repeated the same silent request too often.",
        when: "A browser session sent the same authorization request more often than requestLoopLimit allows within "
            + "five minutes.",
        fix: "Find out why the application does not use the response. For tests that share a browser session, set "
            + "requestLoopLimit: 0.")

    package static let featureNotEnabled = AADSTS(
        51000, .invalidRequest, status: 412,
        names: [.init(.invalidClient, status: 400, suberror: .nativeAuthenticationDisabled, at: .native, .nativeToken)],
        source: .reference,
        template: "Required feature {value} is not enabled.",
        meaning: "The request needs a feature that the tenant or the application does not have.",
        when: "Native authentication is requested for an application without nativeAuthentication: true.",
        fix: "Enable the feature that the message names in the registration of the application.")

    package static let unsupportedGrantType = AADSTS(
        70003, .unsupportedGrantType, names: [.init(.invalidGrant, at: .native)], b2c: AADB2C.unsupportedGrantType,
        errorURI: false, source: .observed,
        template: "The app requested an unsupported grant type '{value}'.",
        meaning: "The grant_type is unknown.",
        when: "The token endpoint does not know the grant_type.",
        fix: "Send a grant_type that the token endpoint supports, such as authorization_code, client_credentials or "
            + "refresh_token.")

    package static let unsupportedResponseType = AADSTS(
        70005, .unsupportedResponseType, b2c: AADB2C.unsupportedResponseType,
        b2cFor: [Parameter.scope: AADB2C.unsupportedScope], source: .reference, deliverySource: .reference,
        template: "The app returned an unsupported response type: '{value}' is not a supported 'response_type' for "
            + "this application. {reason}",
        meaning: "The response_type is unknown or not allowed for the application, or lacks the scope openid.",
        when: "response_type is not a combination of code, id_token and token that the endpoint supports, or contains "
            + "id_token in a request without the scope openid.",
        fix: "Send response_type=code or another supported combination, and with id_token the scope openid.")

    package static let unsupportedResponseMode = AADSTS(
        70007, .unsupportedResponseType, b2c: AADB2C.unsupportedResponseMode,
        template: "'{value}' is not a supported value of 'response_mode' when requesting a token.",
        meaning: "The response_mode cannot be used with the response_type.",
        when: "response_mode=query was sent with a response_type that returns tokens; a query must not contain tokens.",
        fix: "Send response_mode=fragment or form_post.")

    package static let malformedRequest = AADSTS(
        90004, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidInput, b2cParameter: "body", source: .reference,
        deliverySource: .reference,
        template: "The request is malformed or not properly formatted. {reason}",
        meaning: "The request is not properly formatted.",
        fix: "Send a form (application/x-www-form-urlencoded) with valid percent escapes.")

    package static let invalidInput = AADSTS(
        90013, .invalidRequest, delivery: .shown, source: .reference, deliverySource: .reference,
        template: "Invalid input received from the user. {reason}",
        meaning: "The service received input from the user that is not valid.",
        fix: "Repeat the sign-in with valid input.")

    package static let missingField = AADSTS(
        90014, .invalidRequest, b2c: AADB2C.missingParameter,
        b2cFor: [Parameter.clientID: AADB2C.missingClientID, Parameter.scope: AADB2C.missingScope], source: .observed,
        evidence: "test data of msal.net, 2023-12",
        template: "The required field '{parameter}' is missing from the credential. Ensure that you have all the "
            + "necessary parameters for the login request.",
        meaning: "A required field of the request is missing.",
        when: "A required field of the credential or of the token request is empty or missing.",
        fix: "Send the field that the message names.")

    package static let queryTooLong = AADSTS(
        90015, .invalidRequest, delivery: .shown,
        template: "Requested query string is too long.",
        meaning: "The query string is too long.",
        when: "The query of the request is longer than the endpoint accepts.",
        fix: "Send the parameters in the body of a POST request.")

    package static let exclusiveParameters = AADSTS(
        90005, .invalidRequest, delivery: .shownUnlessSilent, source: .observed,
        template: "Unable to complete request. The request was invalid since SID and login_hint cannot be used "
            + "together.",
        meaning: "Two parameters of the request exclude each other.",
        when: "An authorization request has both sid and login_hint, or prompt=select_account and one of the two.",
        fix: "Send only one of the two parameters that the message names.")

    package static let malformedSessionID = AADSTS(
        90007, .invalidRequest, delivery: .shownUnlessSilent, source: .inferred,
        template: "Bad Request. The passed session ID can't be parsed.",
        meaning: "The parameter sid is not a session ID.",
        when: "The sid of an authorization request is not a GUID.",
        fix: "Send the claim sid of an earlier ID token, or session_state of an earlier response.")

    package static let unsupportedPrompt = AADSTS(
        90023, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidPrompt, source: .observed,
        template: "Unsupported 'prompt' value.",
        meaning: "The request to the token service is not valid, most often because of the parameter prompt.",
        when: "prompt has an unknown value, several values, or, at version 1, a value of version 2. Values are "
            + "case-sensitive. At the token endpoint: a public client sends a secret for a personal account.",
        fix: "Send one prompt: login, none, select_account or consent. Send no secret for a public client.")

    package static let unsupportedParameterValue = AADSTS(
        901001, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidInput,
        b2cFor: [Parameter.prompt: AADB2C.invalidPrompt], source: .observed, deliverySource: .observed,
        evidence: "passport-azure-ad#524",
        template: "Invalid request. The {parameter} request parameter value '{value}' is invalid.",
        meaning: "The value of a parameter is not allowed.",
        when: "A version 2 authorization request has a prompt of version 1, such as admin_consent. In native "
            + "authentication: the mail address or telephone number in challenge_target is malformed.",
        fix: "For admin_consent, send the user to the admin consent endpoint. In native authentication, send a valid "
            + "mail address or telephone number.")

    package static let transientFailure = AADSTS(
        90024, .temporarilyUnavailable, status: 503, source: .reference,
        template: "A transient error occurred while the request was handled. Please try again.",
        meaning: "A temporary failure occurred.",
        fix: "Repeat the request after a short pause.")

    package static let serviceUnavailable = AADSTS(
        90033, .temporarilyUnavailable, status: 503, source: .reference,
        template: "A transient error has occurred. Please try again.",
        meaning: "The service is temporarily unavailable.",
        when: "The setting outage is active, or the shared store cannot be reached.",
        fix: "Repeat the request after the time in Retry-After. To end a simulated outage, remove the setting outage.")

    package static let tenantThrottled = AADSTS(
        90055, .temporarilyUnavailable, status: 429,
        template: "There are too many incoming requests for this tenant. Please try again later.",
        meaning: "The tenant receives too many requests.",
        when: "The client sent more token requests in a period than the setting throttle allows.",
        fix: "Wait for the time in Retry-After, or raise or remove the setting throttle.")

    package static let unacceptableGrantType = AADSTS(
        90090, .invalidRequest, source: .reference,
        template: "The grant type '{value}' is not supported by this endpoint.",
        meaning: "The endpoint does not support this grant type.",
        when: "A grant was sent to an endpoint that does not serve it, such as a version 2 grant at the version 1 "
            + "endpoint.",
        fix: "Send the grant to the endpoint version that supports it.")

    package static let invalidParameter = AADSTS(
        90100, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidInput,
        source: .reference, deliverySource: .reference,
        template: "{parameter} parameter is empty or not valid. {reason}",
        meaning: "A parameter has a value that is not allowed.",
        when: "A parameter such as request, code_challenge_method or token_type is empty, malformed or contradicts "
            + "another parameter.",
        fix: "Correct the parameter that the message names.")

    package static let missingParameter = AADSTS(
        900144, .invalidRequest, delivery: .shown, b2c: AADB2C.missingParameter,
        b2cFor: [Parameter.clientID: AADB2C.missingClientID, Parameter.scope: AADB2C.missingScope], source: .observed,
        deliverySource: .observed,
        template: "The request body must contain the following parameter: '{parameter}'.",
        meaning: "A required parameter is missing.",
        when: "The token request or the authorization request lacks a required parameter.",
        fix: "Send the parameter that the message names. The parameters of a token request belong in the form body.")

    package static let wrongMethod = AADSTS(
        900561, .invalidRequest, delivery: .shown, source: .observed, deliverySource: .reference,
        template: "The endpoint only accepts {allowed_methods} requests. Received a {method} request.",
        meaning: "The endpoint does not accept the HTTP method.",
        when: "The path exists, but does not support this method.",
        fix: "Use a method that the Allow header lists.")

    package static let sessionWithDomainHint = AADSTS(
        900051, .invalidRequest, delivery: .shownUnlessSilent, source: .observed,
        template: "Unable to complete request. The request was invalid since sid and domain_hint cannot be used "
            + "together.",
        meaning: "The parameters sid and domain_hint exclude each other.",
        when: "An authorization request has both sid and domain_hint.",
        fix: "Send only one of the two parameters.")

    package static let opaqueHintWithDomainHint = AADSTS(
        1002014, .invalidRequest, delivery: .shownUnlessSilent,
        evidence: "EntraID-ErrorCodes (2025-09); AuthorizationCodeClient of MSAL.js",
        template:
            "Unable to complete request. The request was invalid since domain_hint and opaque login_hint cannot be "
            + "used together.",
        meaning: "The parameter domain_hint and the opaque login_hint of a token exclude each other.",
        when: "An authorization request has domain_hint, and login_hint with the value of a login_hint claim.",
        fix: "Send only one of the two parameters.")

    package static let resourceParameterUnsupported = AADSTS(
        901002, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidInput, b2cParameter: Parameter.resource,
        source: .report, deliverySource: .report, evidence: "fastmcp#2116, vscode#254009 (2025)",
        template: "The 'resource' request parameter isn't supported.",
        meaning: "The endpoint does not accept the parameter resource. Until 2025, no version 2 endpoint did.",
        fix: "Send scope=RESOURCE/.default instead of resource, or use the version 1 endpoint.")

    package static let duplicateParameter = AADSTS(
        9000411, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidInput, source: .observed,
        deliverySource: .reference,
        template: "The request is not properly formatted. The parameter '{parameter}' is duplicated.",
        meaning: "A parameter occurs twice.",
        when: "The query or the form has the same parameter more than once.",
        fix: "Send the parameter once.")

    package static let malformedJSONParameter = AADSTS(
        9000410, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidInput,
        template: "Malformed JSON in the parameter '{parameter}'.",
        meaning: "A parameter with a JSON value is malformed.",
        when: "The parameter claims, or another JSON parameter, is not valid JSON.",
        fix: "Send valid JSON, percent-encoded once.")

    package static let invalidRequest = AADSTS(
        9002313, .invalidRequest, b2c: AADB2C.malformedGrant, source: .observed,
        template: "Invalid request. Request is malformed or invalid. {reason}",
        meaning: "The request is malformed, or the code or refresh token cannot be read.",
        when: "The body is not a form, has invalid percent escapes or an invalid Content-Type, or a value cannot be "
            + "decoded. With the error invalid_grant: the authorization code or refresh token was changed, or was issued "
            + "by a server with other keys.",
        fix: "Send a form (application/x-www-form-urlencoded) with valid percent escapes, and the unmodified code or "
            + "refresh token. A restart without --seed or --data-dir invalidates all earlier codes and tokens.")

    static let requestRows: [AADSTS] = [
        serviceFailure, malformedToken, externalRequestFailed, requestLoop, featureNotEnabled, unsupportedGrantType,
        unsupportedResponseType, unsupportedResponseMode, malformedRequest, exclusiveParameters, malformedSessionID,
        invalidInput, missingField, queryTooLong, unsupportedPrompt, unsupportedParameterValue, transientFailure,
        serviceUnavailable,
        tenantThrottled, unacceptableGrantType, invalidParameter, missingParameter, wrongMethod, sessionWithDomainHint,
        opaqueHintWithDomainHint, resourceParameterUnsupported, duplicateParameter, malformedJSONParameter,
        invalidRequest,
    ]
}
