/// Errors about the form of a request, and failures of the service itself.
extension AADSTS {
    package static let serviceFailure = AADSTS(
        50000, .serverError, status: 500, "There was an error issuing a token or an issue with our sign-in service.")
    package static let malformedToken = AADSTS(
        50027, .invalidRequest, "JWT token is invalid or malformed. {reason}")
    package static let externalRequestFailed = AADSTS(
        50166, .serverError, "Request to external OIDC endpoint failed. {reason}")
    package static let requestLoop = AADSTS(
        50196, .invalidGrant,
        "The server terminated an operation because it encountered a client request loop. Please contact your app vendor."
    )
    package static let featureNotEnabled = AADSTS(
        51000, .invalidRequest, status: 412, "Required feature {value} is not enabled.")
    package static let unsupportedGrantType = AADSTS(
        70003, .unsupportedGrantType, errorURI: false, source: .observed,
        "The app requested an unsupported grant type '{value}'.")
    package static let unsupportedResponseType = AADSTS(
        70005, .unsupportedResponseType,
        "The app returned an unsupported response type: '{value}' is not a supported 'response_type' for this application."
    )
    package static let unsupportedResponseMode = AADSTS(
        70007, .unsupportedResponseType, source: .inferred,
        "'{value}' is not a supported value of 'response_mode' when requesting a token.")
    package static let malformedRequest = AADSTS(
        90004, .invalidRequest, "The request is malformed or not properly formatted. {reason}")
    package static let invalidInput = AADSTS(
        90013, .invalidRequest, "Invalid input received from the user. {reason}")
    package static let missingField = AADSTS(
        90014, .invalidRequest, "The required field '{parameter}' is missing from the credential. {reason}")
    package static let queryTooLong = AADSTS(
        90015, .invalidRequest, "Requested query string is too long.")
    package static let invalidServiceRequest = AADSTS(
        90023, .invalidRequest, "Invalid STS request. {reason}")
    package static let transientFailure = AADSTS(
        90024, .temporarilyUnavailable, status: 503,
        "A transient error occurred while the request was handled. Please try again.")
    package static let serviceUnavailable = AADSTS(
        90033, .temporarilyUnavailable, status: 503, "A transient error has occurred. Please try again.")
    package static let tenantThrottled = AADSTS(
        90055, .temporarilyUnavailable, status: 429,
        "There are too many incoming requests for this tenant. Please try again later.")
    package static let unacceptableGrantType = AADSTS(
        90090, .invalidRequest, "The grant type '{value}' is not supported by this endpoint.")
    package static let invalidParameter = AADSTS(
        90100, .invalidRequest, "{parameter} parameter is empty or not valid. {reason}")
    package static let missingParameter = AADSTS(
        900144, .invalidRequest, source: .observed,
        "The request body must contain the following parameter: '{parameter}'.")
    package static let wrongMethod = AADSTS(
        900561, .invalidRequest, source: .observed,
        "The endpoint only accepts {allowed_methods} requests. Received a {method} request.")
    package static let resourceParameterUnsupported = AADSTS(
        901002, .invalidRequest, "The 'resource' request parameter isn't supported.")
    package static let duplicateParameter = AADSTS(
        9000411, .invalidRequest, source: .observed,
        "The request is not properly formatted. The parameter '{parameter}' is duplicated.")
    package static let malformedJSONParameter = AADSTS(
        9000410, .invalidRequest, source: .inferred, "Malformed JSON in the parameter '{parameter}'.")
    package static let invalidRequest = AADSTS(
        9002313, .invalidRequest, source: .observed, "Invalid request. Request is malformed or invalid. {reason}")

    static let requestRows: [AADSTS] = [
        serviceFailure, malformedToken, externalRequestFailed, requestLoop, featureNotEnabled, unsupportedGrantType,
        unsupportedResponseType, unsupportedResponseMode, malformedRequest, invalidInput, missingField, queryTooLong,
        invalidServiceRequest, transientFailure, serviceUnavailable, tenantThrottled, unacceptableGrantType,
        invalidParameter, missingParameter, wrongMethod, resourceParameterUnsupported, duplicateParameter,
        malformedJSONParameter, invalidRequest,
    ]
}

/// Errors about the tenant: which tenant a request names, and whether the tenant may serve the request.
extension AADSTS {
    package static let unknownInstance = AADSTS(
        50049, .invalidInstance, source: .observed, "Unknown or invalid instance.")
    package static let tenantNotAllowed = AADSTS(
        50002, .accessDenied,
        "Sign-in was not allowed: the tenant {tenant} is not among the tenants this network permits.")
    package static let noTenantInformation = AADSTS(
        50059, .invalidRequest, source: .observed,
        "No tenant-identifying information found in either the request or implied by any provided credentials.")
    package static let unknownSAMLIssuer = AADSTS(
        50107, .invalidRequest, "The requested federation realm object '{value}' does not exist.")
    package static let invalidDomain = AADSTS(
        50128, .invalidRequest,
        "Invalid domain name - no tenant-identifying information found in either the request or implied by any provided credentials."
    )
    package static let applicationIsSingleTenant = AADSTS(
        50194, .invalidRequest,
        "Application '{client_id}'({client_name}) is not configured as a multi-tenant application. Usage of the /common "
            + "endpoint is not supported for such applications created after '10/15/2018'. Use a tenant-specific "
            + "endpoint or configure the application to be multi-tenant.")
    package static let crossTenantBlocked = AADSTS(
        50212, .accessDenied, "Access to the tenant {tenant} is blocked by a cross-tenant access policy.")
    package static let tenantAccessDenied = AADSTS(
        500021, .accessDenied, "Access to {tenant} tenant is denied.")
    package static let personalAccountUnsupportedByAPIVersion = AADSTS(
        500201, .invalidRequest, "We are unable to issue tokens from this API version for a Microsoft account.")
    package static let wrongLoginDomain = AADSTS(
        500208, .invalidRequest, "The domain is not a valid login domain for the account type.")
    package static let outboundAccessBlocked = AADSTS(
        500212, .accessDenied,
        "The user's administrator has set an outbound access policy that does not allow access to "
            + "the resource tenant {tenant}.")
    package static let inboundAccessBlocked = AADSTS(
        500213, .accessDenied,
        "The resource tenant {tenant} has a cross-tenant access policy that does not allow this "
            + "user to access it.")
    package static let tenantNotFound = AADSTS(
        90002, .invalidRequest, source: .observed,
        "Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct "
            + "cloud. Check with your subscription administrator, this may happen if there are no active subscriptions "
            + "for the tenant.")
    package static let passwordGrantOverCommon = AADSTS(
        90010, .invalidRequest,
        "The grant type is not supported over the /common or /consumers endpoints. Please use the /organizations or "
            + "tenant-specific endpoint.")
    package static let noTenantInPath = AADSTS(
        90019, .invalidRequest, "No tenant-identifying information found in either the request path or parameters.")
    package static let tokensFromPersonalTenantUnsupported = AADSTS(
        90027, .invalidRequest, "We are unable to issue tokens from this API version on the MSA tenant.")
    package static let tenantInOtherCloud = AADSTS(
        90038, .invalidRequest, "The tenant '{tenant}' has been redirected to another cloud.")
    package static let resourceOverCommon = AADSTS(
        90124, .invalidRequest,
        "The resource '{resource}' ({resource_name}) is not supported over the /common or /consumers endpoints. Please "
            + "use the /organizations or tenant-specific endpoint.")
    package static let applicationOverCommon = AADSTS(
        90130, .invalidRequest,
        "Application '{client_id}' ({client_name}) is not supported over the /common or /consumers endpoints. Please use "
            + "the /organizations or tenant-specific endpoint.")
    package static let deviceCodeOverCommon = AADSTS(
        90133, .invalidRequest, "Device Code flow is not supported under /common or /consumers endpoint.")
    package static let malformedTenant = AADSTS(
        900023, .invalidRequest, source: .observed,
        "Specified tenant identifier '{tenant}' is neither a valid DNS name, nor a valid external domain.")
    package static let grantTypeOverCommon = AADSTS(
        9001023, .invalidRequest, source: .observed,
        "The grant type is not supported over the /common or /consumers endpoints. Please use the /organizations or "
            + "tenant-specific endpoint.")
    package static let applicationIsWorkOnly = AADSTS(
        9002332, .invalidRequest,
        "Application '{client_id}'({client_name}) is configured for use by Microsoft Entra users only. Please do not use "
            + "the /consumers endpoint to serve this request.")
    package static let applicationIsPersonalOnly = AADSTS(
        9002346, .invalidRequest, source: .observed,
        "Application '{client_id}'({client_name}) is configured for use by Microsoft Account users only. Please use the "
            + "/consumers endpoint to serve this request.")

    static let tenantRows: [AADSTS] = [
        unknownInstance, tenantNotAllowed, noTenantInformation, unknownSAMLIssuer, invalidDomain,
        applicationIsSingleTenant, crossTenantBlocked, tenantAccessDenied, personalAccountUnsupportedByAPIVersion,
        wrongLoginDomain, outboundAccessBlocked, inboundAccessBlocked, tenantNotFound, passwordGrantOverCommon,
        noTenantInPath, tokensFromPersonalTenantUnsupported, tenantInOtherCloud, resourceOverCommon,
        applicationOverCommon, deviceCodeOverCommon, malformedTenant, grantTypeOverCommon, applicationIsWorkOnly,
        applicationIsPersonalOnly,
    ]
}
