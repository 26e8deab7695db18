/// AADB2C codes that only a stub returns (docs/reference/protocol.md#b2c-stub-only-codes). The numbers are those of Microsoft's
/// list of Azure AD B2C error codes, in the editions of 2019 and later. The codes of the administration of a tenant are not here.
extension AADB2C {
    package static let stubOnlyRows = [
        stubOnly(
            .serverError, source: .observed, deliverySource: .observed,
            evidence: "redirects in public repositories, 2019 to 2026",
            fix:
                "Look at the page, the identity provider or the technical profile that the user flow or the policy uses.",
            """
            90047 The page content contains script errors that prevent it from being loaded.
            90145 No unverified phone numbers have been found and policy does not allow a user entered number.
            90255 The claims exchange of the technical profile did not complete as expected. You might want to try starting your \
            session over from the beginning.
            90273 An invalid response was received from the identity provider.
            """),
        stubOnly(
            .serverError,
            fix: "Correct the custom policy, its keys or its claims providers, or try again.",
            """
            90001 The server that hosts the page content does not allow cross-origin requests.
            90002 The page content was not found at its address.
            90003 An unknown failure occurred in the request for the page content.
            90019 The key container has no valid key.
            90020 The signature algorithm is not supported.
            90021 The technical profile does not exist in the policy.
            90023 The technical profile lacks a required metadata key.
            90024 The technical profile has an unsupported authentication type.
            90025 The technical profile lacks a required cryptographic key.
            90026 The metadata of the technical profile has an empty or invalid URL.
            90027 The basic credentials of the technical profile are invalid.
            90028 The client certificate of the technical profile is invalid.
            90029 The technical profile sends its claims in an unsupported way.
            90030 The technical profile has an invalid boolean value.
            90031 The policy does not specify a default user journey.
            90032 The technical profile has an unsupported operation.
            90033 The policy has no directory provider that reads users by object identifier.
            90034 The technical profile must contain exactly one input claim.
            90038 An error occurred while processing the request. Please try after a while, or contact administrator of the \
            site you are trying to access if this error persists.
            90040 The user journey does not contain a send claims step.
            90041 The send claims step of the user journey names no issuer.
            90044 The claim is not supported by the claim resolver.
            90045 The claim resolver of the policy is not implemented.
            90048 An unhandled exception has occurred on the server.
            90049 The user journey contains several send claims steps.
            90050 The user journey contains steps after the send claims step.
            90051 No suitable claims providers were found.
            90059 The page content contains errors that prevent it from being parsed.
            90060 The page content could not be loaded in time.
            90062 The resource of the service was not found.
            90063 The service has an internal error.
            90064 The server that hosts the page content returned an internal server error.
            90065 An error occurred in the browser in the request for the page content.
            90073 The object cannot be found in the directory.
            90075 The claims exchange returned an HTTP error response.
            90076 The query of the directory failed.
            90108 The orchestration step does not specify the issuer's technical profile.
            90124 The telemetry profile does not specify an instrumentation key.
            90130 The key container does not exist.
            90131 The key container does not have the key.
            90149 A script failed to load.
            90150 The request for the page content timed out.
            90152 A multi-factor poll request failed to get a response from the service.
            90153 A multi-factor poll request has resulted in an unknown poll response.
            90154 A multi-factor verification request failed to get a session id from the service.
            90155 A multi-factor verification request has failed.
            90156 A multi-factor validation request has failed.
            90158 A self-asserted validation request has failed.
            90159 A self-asserted verification request has failed.
            90160 A self-asserted send response has resulted in an unknown response from the service.
            90161 A self-asserted send response has failed.
            90162 The claims exchange has exceeded the number of retries and was canceled.
            90163 The certificate for the signature of SAML messages is missing.
            90164 The SAML metadata of the relying party has no key for encryption.
            90165 The SAML message that started the journey cannot be found in the state.
            90166 The signature algorithm is not supported on the HTTP-Redirect binding.
            90167 The signing certificate has no private key.
            90168 The HTTP-Redirect request lacks a parameter that a signed request needs.
            90169 The SAML technical profile names no partner entity.
            90172 The format of the SAML name identifier is not valid.
            90174 The identity provider returned an error.
            90175 The response of the identity provider lacks a required parameter.
            90177 The page content could not be loaded because of a network error.
            90178 The signing certificate has no private key.
            90188 The metadata of the SAML partner could not be fetched.
            90189 No address for the token request is configured.
            90190 A user info request returned no claims when claims were expected.
            90191 The bearer token for the claims exchange is empty.
            90192 The technical profile specifies no bearer token.
            90193 The technical profile lacks the claim with the bearer token.
            90194 The claim with the bearer token is not among the available claims.
            90195 The claim with the bearer token is empty.
            90196 The page content of the content definition could not be fetched.
            90206 A timeout occurred in the initialization of the client.
            90207 The version of the journey telemetry is not supported.
            90219 The protocol does not support responses to a sign-out.
            90220 The key container does not contain a valid certificate.
            90223 An error has occurred sanitizing the CORS resource.
            90228 The relying party section of the policy lacks technical profiles.
            90241 The protocol does not support requests for a sign-out.
            90242 The metadata of the SAML partner in the technical profile cannot be loaded.
            90243 The IDP's client key/secret is not properly configured.
            90250 The generic login endpoint is not supported.
            90252 The metadata item of the technical profile contains no valid XML.
            90253 A parameter of the key set is missing.
            90256 A policy in production mode must use https.
            90257 The technical profile uses http, which only development mode allows.
            90258 The technical profile uses an insecure authentication mode.
            90259 The technical profile uses metadata that only development mode allows.
            90261 The claims exchange returned an HTTP error response that could not be parsed.
            90274 The metadata of the provider does not specify one sign-out service with a supported binding.
            90275 The address of the endpoint cannot be reached.
            90277 The orchestration step does not reference a content definition.
            90284 The application has not been granted consent and is unable to be used for local accounts.
            90285 The application was not found.
            90288 The user journey for the redemption of refresh tokens does not exist in the policy.
            90289 We encountered an error connecting to the identity provider. Please try again later.
            90296 Application has not been configured correctly. Please contact administrator of the site you are trying to access.
            99006 The extensions application of the directory cannot be found.
            99010 The tenant has not been configured for age gating.
            99011 A metadata value of the technical profile is not specified.
            99015 The technical profile lacks all input claims that the password flow needs.
            99016 The technical profile lacks an input claim that the password flow needs.
            99017 The technical profile has another grant type than the password flow needs.
            """),
        stubOnly(
            .accessDenied,
            fix: "Have the user try again, sign up first, or reset the password.",
            """
            90052 Invalid username or password.
            90053 A user with the specified credential could not be found.
            90054 Invalid username or password.
            90094 One of the passwords is invalid.
            90119 The user has exceeded the maximum number of retries for a step of the policy.
            90151 User has exceeded the maximum number for retries for multifactor authentication.
            90157 User has exceeded the maximum number for retries for a self-asserted step.
            90245 Access to the tenant is disabled. Please contact support.
            90278 Unable to validate the information provided.
            99002 User does not exist. Please sign up before you can sign in.
            """),
        stubOnly(
            .interactionRequired,
            fix: "Have the user sign in on the pages of the user flow.",
            """
            90121 The user session exceeds the specified maximum age and request prompt parameter has a value of 'None'.
            """),
        stubOnly(
            .invalidRequest,
            fix: "Correct the request, or the registration of the application.",
            """
            90009 The request does not contain a nonce, which the algorithm requires.
            90015 The HTTP method of the request is not supported.
            90016 The requested client assertion type does not match the expected type.
            90039 The request contains a client assertion, but the policy lacks a client secret.
            90056 The scope contains a resource that the application is not authorized for.
            90082 The provided grant has insufficient authorization for the requested scope.
            90112 The specified language is invalid or unsupported.
            90123 The scope parameter must include the client ID when requesting a response_type that includes 'token'.
            90136 The request lacks parameters or has wrong ones.
            90173 The request to the claims endpoint lacks a required parameter.
            90186 The input value is empty.
            90226 The specified token exchange is only supported over HTTP POST.
            90234 The provided id_token_hint parameter has an 'nbf' value that is in the future. Please provide another token \
            and try again.
            90251 Resource owner requests using v1 applications require the resource parameter to be specified.
            90272 The id_token_hint parameter has not been specified in the request. Please provide token and try again.
            90276 The request is not consistent with a control setting of the technical profile.
            90281 The 'ExternalRefreshToken' claim is missing in the input token.
            90282 The 'ExternalRefreshToken' claim is having incorrect domain.
            90283 The 'ExternalRefreshToken' claim value is incorrect.
            90286 The request lacks a required parameter.
            99007 The request is neither in the list of allowed requests nor in that of blocked ones.
            99008 The format of the URI is invalid.
            """),
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Start the sign-in again, with a policy and a redirect URI that exist.",
            """
            90004 The request does not contain a redirect URI.
            90005 The redirect URI has an invalid format.
            90066 The request specifies an invalid policy.
            90069 The reply URLs of the application contain invalid values.
            90070 The App ID URI of the application has an invalid format.
            90071 The sector identifier of the application has an invalid format.
            90072 The reply URLs of the application contain invalid values.
            90078 The request must contain a redirect URI when policy allows open redirection.
            90109 The reply URLs of the application have several external domains.
            90203 The header for the redirect is missing in the request.
            90204 The header for the redirect is not a valid request.
            90211 The request contained an incomplete state cookie.
            90280 The header for the redirect is not expected in the request.
            90287 The request contains an invalid redirect URI.
            """),
        stubOnly(
            .unauthorizedClient,
            fix: "Enable the password flow for the application and the tenant.",
            """
            90247 Resource owner flow is only available on custom domains.
            90249 Resource owner flow has not been enabled for the tenant.
            """),
        stubOnly(
            .unsupportedGrantType,
            fix: "Send a grant type that the policy supports.",
            """
            90198 The grant type of the permission grant is not supported.
            99013 The supplied combination of grant_type and token_type is not supported.
            """),
        stubOnly(
            .invalidToken, status: 401,
            fix: "Send an ID token of this user flow that has not expired.",
            """
            90236 The provided id_token has an 'nbf' value that is in the future. Please provide another token and try again.
            90237 The provided id_token does not contain a valid audience. Please provide another token and try again.
            90238 The provided id_token does not contain a valid issuer. Please provide another token and try again.
            """),
        stubOnly(
            .temporarilyUnavailable, status: 429,
            fix: "Wait, then send the request again.",
            """
            90229 Your request is throttled temporarily. Please retry after some time.
            90244 There are too many requests at this moment. Please wait for some time and try again.
            """),
        stubOnly(
            .temporarilyUnavailable, status: 503,
            fix: "Wait, then send the request again.",
            """
            90035 The service is temporarily unavailable. Please retry after a few minutes.
            90260 The certificate service is not available. Please try later.
            """),
    ].flatMap(\.self)

    private static func stubOnly(
        _ error: OAuthError, status: Int = 400, delivery: AADSTS.Delivery = .redirected,
        source: AADSTS.Source = .inferred, deliverySource: AADSTS.Source = .inferred, evidence: String? = nil,
        fix: String, _ texts: String
    ) -> [AADSTS] {
        AADSTS.stubOnly(
            error, status: status, delivery: delivery, source: source, deliverySource: deliverySource,
            evidence: evidence, family: .b2c, fix: fix, texts)
    }
}
