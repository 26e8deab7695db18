extension ErrorGuide {
    /// The rows about the form of a request, the tenant, and failures of the service.
    static let requests: [ErrorGuide] = [
        ErrorGuide(
            .serviceFailure, "The service failed to answer the request.",
            when: "Signing a token failed, or an internal error occurred.",
            fix: "Find the cause in the log line with the same trace id, then repeat the request."
        ),
        ErrorGuide(
            .malformedToken, "A JWT in the request cannot be read.",
            when:
                "A client assertion, an assertion of the on-behalf-of flow or an identity token is not a JWT of three parts with valid JSON.",
            fix: "Send the unmodified token without quotes, line breaks or a \"Bearer\" prefix."
        ),
        ErrorGuide(
            .externalRequestFailed, "The service could not fetch a document from another issuer.",
            when:
                "The keys of an issuer under federatedIssuers cannot be fetched from its discovery document or jwksUri.",
            fix: "Check the URL of the issuer, or add the keys to the configuration under jwks."
        ),
        ErrorGuide(
            .requestLoop, "One browser repeated the same silent request too often.",
            when:
                "A browser session sent the same authorization request more often than requestLoopLimit allows within five minutes.",
            fix:
                "Find out why the application does not use the response. For tests that share a browser session, set requestLoopLimit: 0."
        ),
        ErrorGuide(
            .featureNotEnabled, "The request needs a feature that the tenant or the application does not have.",
            when: "Native authentication is requested for an application without nativeAuthentication: true.",
            fix: "Enable the feature that the message names in the registration of the application."
        ),
        ErrorGuide(
            .unsupportedGrantType, "The grant_type is unknown.",
            when: "The token endpoint does not know the grant_type.",
            fix:
                "Send a grant_type that the token endpoint supports, such as authorization_code, client_credentials or refresh_token."
        ),
        ErrorGuide(
            .unsupportedResponseType, "The response_type is unknown or not allowed for the application.",
            when: "response_type is not a combination of code, id_token and token that the endpoint supports.",
            fix: "Send response_type=code or another supported combination."
        ),
        ErrorGuide(
            .unsupportedResponseMode, "The response_mode cannot be used with the response_type.",
            when:
                "response_mode=query was sent with a response_type that returns tokens; a query must not contain tokens.",
            fix: "Send response_mode=fragment or form_post."
        ),
        ErrorGuide(
            .malformedRequest, "The request is not properly formatted.",
            fix: "Send a form (application/x-www-form-urlencoded) with valid percent escapes."
        ),
        ErrorGuide(
            .invalidInput, "The service received input from the user that is not valid.",
            fix: "Repeat the sign-in with valid input."
        ),
        ErrorGuide(
            .missingField, "A required field of the request is missing.",
            when: "A required field of the credential or of the token request is empty or missing.",
            fix: "Send the field that the message names."
        ),
        ErrorGuide(
            .queryTooLong, "The query string is too long.",
            when: "The query of the request is longer than the endpoint accepts.",
            fix: "Send the parameters in the body of a POST request."
        ),
        ErrorGuide(
            .invalidServiceRequest, "The request to the token service is not valid.",
            fix: "Correct the parameter that the message names."
        ),
        ErrorGuide(
            .transientFailure, "A temporary failure occurred.",
            fix: "Repeat the request after a short pause."
        ),
        ErrorGuide(
            .serviceUnavailable, "The service is temporarily unavailable.",
            when: "The setting outage is active, or the shared store cannot be reached.",
            fix:
                "Repeat the request after the time in Retry-After. To end a simulated outage, remove the setting outage."
        ),
        ErrorGuide(
            .tenantThrottled, "The tenant receives too many requests.",
            when: "The client sent more token requests in a period than the setting throttle allows.",
            fix: "Wait for the time in Retry-After, or raise or remove the setting throttle."
        ),
        ErrorGuide(
            .unacceptableGrantType, "The endpoint does not support this grant type.",
            when:
                "A grant was sent to an endpoint that does not serve it, such as a version 2 grant at the version 1 endpoint.",
            fix: "Send the grant to the endpoint version that supports it."
        ),
        ErrorGuide(
            .invalidParameter, "A parameter has a value that is not allowed.",
            when:
                "A parameter such as prompt, max_age, claims or token_type is empty, malformed or contradicts another parameter.",
            fix: "Correct the parameter that the message names."
        ),
        ErrorGuide(
            .missingParameter, "A required parameter is missing.",
            when: "The token request or the authorization request lacks a required parameter.",
            fix: "Send the parameter that the message names. The parameters of a token request belong in the form body."
        ),
        ErrorGuide(
            .wrongMethod, "The endpoint does not accept the HTTP method.",
            when: "The path exists, but does not support this method.",
            fix: "Use a method that the Allow header lists."
        ),
        ErrorGuide(
            .resourceParameterUnsupported, "Version 2 endpoints do not accept the parameter resource.",
            when: "resource was sent to a version 2 endpoint.",
            fix: "Send scope=RESOURCE/.default instead of resource, or use the version 1 endpoint."
        ),
        ErrorGuide(
            .duplicateParameter, "A parameter occurs twice.",
            when: "The query or the form has the same parameter more than once.",
            fix: "Send the parameter once."
        ),
        ErrorGuide(
            .malformedJSONParameter, "A parameter with a JSON value is malformed.",
            when: "The parameter claims, or another JSON parameter, is not valid JSON.",
            fix: "Send valid JSON, percent-encoded once."
        ),
        ErrorGuide(
            .invalidRequest, "The request is malformed.",
            when:
                "The body is not a form, has invalid percent escapes or an invalid Content-Type, or a value cannot be decoded.",
            fix: "Send a form (application/x-www-form-urlencoded) with valid percent escapes."
        ),
        ErrorGuide(
            .unknownInstance, "The authority host is unknown.",
            when: "The authority_host of instance discovery is neither a Microsoft cloud nor this server.",
            fix: "Send an authority_host that the server supports, or disable instance discovery in the client."
        ),
        ErrorGuide(
            .tenantNotAllowed, "The network does not permit sign-in to this tenant.",
            fix: "Add the tenant to the list that the network permits (tenant restrictions)."
        ),
        ErrorGuide(
            .noTenantInformation, "The request does not identify a tenant.",
            when:
                "The path names common or organizations, and neither the user nor the credential belongs to a tenant.",
            fix: "Use the authority of the tenant, or send a login_hint."
        ),
        ErrorGuide(
            .unknownSAMLIssuer, "The SAML assertion comes from an unknown issuer.",
            when: "The issuer of the assertion is not an issuerUri under federatedDomains.",
            fix: "Register the domain under federatedDomains with the issuerUri of the assertion."
        ),
        ErrorGuide(
            .invalidDomain, "The domain name is not valid, and no other part of the request identifies a tenant.",
            fix: "Use a verified domain of the tenant, or its id."
        ),
        ErrorGuide(
            .applicationIsSingleTenant, "The application accepts users of its own tenant only.",
            when: "The authority is common, organizations or another tenant, and signInAudience is AzureADMyOrg.",
            fix: "Use the authority of the application's tenant, or set signInAudience to AzureADMultipleOrgs or wider."
        ),
        ErrorGuide(
            .crossTenantBlocked, "A cross-tenant access policy blocks the tenant.",
            fix: "Change the cross-tenant access policy of the tenant."
        ),
        ErrorGuide(
            .tenantAccessDenied, "Access to the tenant is denied.",
            fix: "Add the tenant to the list that the network permits (tenant restrictions)."
        ),
        ErrorGuide(
            .personalAccountUnsupportedByAPIVersion, "The version 1 endpoint issues no tokens for personal accounts.",
            when: "A personal account signed in at a version 1 endpoint.",
            fix: "Use the version 2 endpoint."
        ),
        ErrorGuide(
            .wrongLoginDomain, "The endpoint does not accept this type of account.",
            when: "A personal account was entered at /organizations, or a work account at /consumers.",
            fix: "Use an authority that accepts the account: /common, /consumers or the tenant."
        ),
        ErrorGuide(
            .outboundAccessBlocked, "The user's own organization blocks access to the other tenant.",
            fix: "Allow the tenant in the outbound settings of the user's cross-tenant access policy."
        ),
        ErrorGuide(
            .inboundAccessBlocked, "The other tenant blocks access for users of this organization.",
            fix: "Allow the organization in the inbound settings of the tenant's cross-tenant access policy."
        ),
        ErrorGuide(
            .tenantNotFound, "There is no such tenant.",
            when: "The path has the id or domain of a tenant that is not in the configuration.",
            fix: "Use the id or a domain of a tenant of the configuration."
        ),
        ErrorGuide(
            .passwordGrantOverCommon, "The password grant is not available at /common or /consumers.",
            fix: "Use /organizations or the authority of the tenant."
        ),
        ErrorGuide(
            .noTenantInPath, "The request names no tenant.",
            fix: "Add the tenant to the path."
        ),
        ErrorGuide(
            .tokensFromPersonalTenantUnsupported,
            "This API version issues no tokens in the tenant of personal accounts.",
            when: "Tokens were requested at a version 1 endpoint of /consumers.",
            fix: "Use the version 2 endpoint."
        ),
        ErrorGuide(
            .tenantInOtherCloud, "The tenant is in another national cloud.",
            when: "The tenant has a cloud in the configuration, and the request came to a host of another cloud.",
            fix: "Use the authority host of the tenant's cloud."
        ),
        ErrorGuide(
            .resourceOverCommon, "The API is not available at /common or /consumers.",
            fix: "Use /organizations or the authority of the tenant."
        ),
        ErrorGuide(
            .applicationOverCommon, "The application is not available at /common or /consumers.",
            when: "Several tenants have an application with this appId, so the request must name a tenant.",
            fix: "Use the authority of the tenant."
        ),
        ErrorGuide(
            .deviceCodeOverCommon, "The version 1 device code flow is not available at /common or /consumers.",
            when: "A version 1 device code was requested at /common or /consumers.",
            fix: "Use the authority of the tenant or the version 2 endpoint."
        ),
        ErrorGuide(
            .malformedTenant, "The tenant in the path is neither a GUID nor a domain name.",
            when: "The tenant segment of the path has characters that a domain name cannot have.",
            fix: "Use the id or a domain of the tenant."
        ),
        ErrorGuide(
            .grantTypeOverCommon, "The grant is not available at /common or /consumers.",
            when: "The password grant was sent to /common or /consumers.",
            fix: "Use /organizations or the authority of the tenant."
        ),
        ErrorGuide(
            .applicationIsWorkOnly, "The application accepts work accounts only.",
            when: "The authority is /consumers, and signInAudience excludes personal accounts.",
            fix:
                "Use /organizations or the authority of the tenant, or set signInAudience to AzureADandPersonalMicrosoftAccount."
        ),
        ErrorGuide(
            .applicationIsPersonalOnly, "The application accepts personal accounts only.",
            when: "The authority is not /consumers, and signInAudience is PersonalMicrosoftAccount.",
            fix: "Use /consumers, or set signInAudience to AzureADandPersonalMicrosoftAccount."
        ),
    ]
}
