/// Errors about the tenant: which tenant a request names, and whether the tenant may serve the request.
extension AADSTS {
    package static let unknownInstance = AADSTS(
        50049, .invalidInstance, delivery: .shownUnlessSilent, source: .observed,
        template: "Unknown or invalid instance.",
        meaning: "The authority host is unknown.",
        when: "The authority_host of instance discovery is neither a Microsoft cloud nor this server.",
        fix: "Send an authority_host that the server supports, or disable instance discovery in the client.")

    package static let malformedDiscoveryRequest = AADSTS(
        50050, .invalidRequest, delivery: .shown,
        template: "The request is malformed.",
        meaning: "The authority in a request for instance discovery is malformed.",
        when: "The authorization_endpoint of instance discovery is no absolute URL.",
        fix: "Send authorization_endpoint=https://HOST/TENANT/oauth2/v2.0/authorize.")

    package static let regionalClientUnsupported = AADSTS(
        100007, .invalidRequest, source: .inferred, evidence: "dev-tunnels#443 (2024); msal.net#2884 (2021)",
        template: "This request was received by an Azure AD regional authentication endpoint. Only managed identities "
            + "and Microsoft internal service identities are supported. SN+I authentication is required. All others, "
            + "send your request to {expected}.",
        meaning: "The regional endpoints serve no ordinary applications.",
        when: "A token request came to a regional host, and its client assertion does not carry the certificate chain "
            + "(x5c) with which Microsoft's services authenticate by subject name and issuer.",
        fix: "Remove the region from the client library: azure_region in MSAL for Python, WithAzureRegion in MSAL.NET.")

    package static let tenantNotAllowed = AADSTS(
        50002, .accessDenied, delivery: .shownUnlessSilent,
        template: "Sign-in was not allowed: the tenant {tenant} is not among the tenants this network permits.",
        meaning: "The network does not permit sign-in to this tenant.",
        fix: "Add the tenant to the list that the network permits (tenant restrictions).")

    package static let noTenantInformation = AADSTS(
        50059, .invalidRequest, delivery: .shown, errorURI: false, source: .observed, deliverySource: .reference,
        template: "No tenant-identifying information found in either the request or implied by any provided "
            + "credentials.",
        meaning: "The request does not identify a tenant.",
        when: "The path names common or organizations, and neither the user nor the credential belongs to a tenant.",
        fix: "Use the authority of the tenant, or send a login_hint.")

    package static let unknownSAMLIssuer = AADSTS(
        50107, .invalidRequest, delivery: .shownUnlessSilent, source: .reference,
        template: "The requested federation realm object '{value}' does not exist.",
        meaning: "The SAML assertion comes from an unknown issuer.",
        when: "The issuer of the assertion is not an issuerUri under federatedDomains.",
        fix: "Register the domain under federatedDomains with the issuerUri of the assertion.")

    package static let invalidDomain = AADSTS(
        50128, .invalidRequest, delivery: .shownUnlessSilent,
        template: "Invalid domain name - no tenant-identifying information found in either the request or implied by "
            + "any provided credentials.",
        meaning: "The domain name is not valid, and no other part of the request identifies a tenant.",
        fix: "Use a verified domain of the tenant, or its id.")

    package static let applicationIsSingleTenant = AADSTS(
        50194, .invalidRequest, delivery: .shown, source: .report, deliverySource: .report,
        evidence: "aspnetcore-connect-sample#65, azure-docs#54912; O365#1028 (page)",
        template: "Application '{client_id}'({client_name}) is not configured as a multi-tenant application. Usage of "
            + "the /common endpoint is not supported for such applications created after '10/15/2018'. Use a "
            + "tenant-specific endpoint or configure the application to be multi-tenant.",
        meaning: "The application accepts users of its own tenant only.",
        when: "The authority is common, organizations or another tenant, and signInAudience is AzureADMyOrg.",
        fix: "Use the authority of the application's tenant, or set signInAudience to AzureADMultipleOrgs or wider.")

    package static let crossTenantBlocked = AADSTS(
        50212, .accessDenied, delivery: .shownUnlessSilent,
        template: "Access to the tenant {tenant} is blocked by a cross-tenant access policy.",
        meaning: "A cross-tenant access policy blocks the tenant.",
        fix: "Change the cross-tenant access policy of the tenant.")

    package static let tenantAccessDenied = AADSTS(
        500021, .accessDenied, delivery: .shownUnlessSilent,
        template: "Access to '{tenant}' tenant is denied.",
        meaning: "The network does not permit access to the tenant (tenant restrictions, version 1).",
        when: "The header Restrict-Access-To-Tenants of the request does not list the tenant, or the header "
            + "sec-Restrict-Tenant-Access-Policy is restrict-msa and the account is a personal account.",
        fix: "Add the tenant to the list that the network permits (tenant restrictions).")

    package static let tenantRestrictedByPolicy = AADSTS(
        5000211, .accessDenied, delivery: .shownUnlessSilent,
        evidence: "documentation of Microsoft Intune; documentation of tenant restrictions",
        template: "A tenant restrictions policy added to this request by a device or network administrator does not "
            + "allow access to '{tenant}'.",
        meaning: "The network or the device does not permit access to the tenant (tenant restrictions, version 2).",
        when: "The header sec-Restrict-Tenant-Access-Policy of the request names another tenant than the one to which "
            + "the request leads.",
        fix: "Permit the tenant in the tenant restrictions of the organization that sets the header.")

    package static let personalAccountUnsupportedByAPIVersion = AADSTS(
        500201, .invalidRequest, delivery: .shownUnlessSilent, source: .reference,
        template: "We are unable to issue tokens from this API version for a Microsoft account.",
        meaning: "The version 1 endpoint issues no tokens for personal accounts.",
        when: "A personal account signed in at a version 1 endpoint.",
        fix: "Use the version 2 endpoint.")

    package static let wrongLoginDomain = AADSTS(
        500208, .invalidRequest, delivery: .shownUnlessSilent,
        template: "The domain is not a valid login domain for the account type.",
        meaning: "The endpoint does not accept this type of account.",
        when: "A personal account was entered at /organizations, or a work account at /consumers.",
        fix: "Use an authority that accepts the account: /common, /consumers or the tenant.")

    package static let domainOfOtherTenant = AADSTS(
        500210, .invalidRequest, delivery: .shown, source: .inferred,
        template: "Domain name does not match with the tenant identifier.",
        meaning: "The host belongs to another external tenant than the path names.",
        when: "A request to a ciamlogin.com host names another tenant in the path.",
        fix: "Name the tenant of the host in the path, or use the host of the tenant.")

    package static let outboundAccessBlocked = AADSTS(
        500212, .accessDenied, delivery: .shownUnlessSilent,
        template: "The user's administrator has set an outbound access policy that does not allow access to the "
            + "resource tenant {tenant}.",
        meaning: "The user's own organization blocks access to the other tenant.",
        fix: "Allow the tenant in the outbound settings of the user's cross-tenant access policy.")

    package static let inboundAccessBlocked = AADSTS(
        500213, .accessDenied, delivery: .shownUnlessSilent,
        template: "The resource tenant {tenant} has a cross-tenant access policy that does not allow this user to "
            + "access it.",
        meaning: "The other tenant blocks access for users of this organization.",
        fix: "Allow the organization in the inbound settings of the tenant's cross-tenant access policy.")

    package static let tenantNotFound = AADSTS(
        90002, .invalidRequest, names: [.init(.invalidTenant, at: .discovery)], delivery: .shown, source: .observed,
        deliverySource: .observed,
        template: "Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID and are signing into "
            + "the correct cloud. Check with your subscription administrator, this may happen if there are no active "
            + "subscriptions for the tenant.",
        meaning: "There is no such tenant.",
        when: "The path has the id or domain of a tenant that is not in the configuration.",
        fix: "Use the id or a domain of a tenant of the configuration.")

    package static let passwordGrantOverCommon = AADSTS(
        90010, .invalidRequest, delivery: .shownUnlessSilent, source: .reference,
        template: "The grant type is not supported over the /common or /consumers endpoints. Please use the "
            + "/organizations or tenant-specific endpoint.",
        meaning: "The password grant is not available at /common or /consumers: an older code for AADSTS9001023.",
        fix: "Use /organizations or the authority of the tenant.")

    package static let noTenantInPath = AADSTS(
        90019, .invalidRequest, delivery: .shownUnlessSilent,
        template: "No tenant-identifying information found in either the request path or parameters.",
        meaning: "The request names no tenant.",
        fix: "Add the tenant to the path.")

    package static let tokensFromPersonalTenantUnsupported = AADSTS(
        90027, .invalidRequest, delivery: .shownUnlessSilent, source: .report, evidence: "taskmeow#62 (2021)",
        template: "We are unable to issue tokens from this API version on the MSA tenant.",
        meaning: "This API version issues no tokens in the tenant of personal accounts.",
        when: "Tokens were requested at a version 1 endpoint of /consumers.",
        fix: "Use the version 2 endpoint.")

    package static let tenantInOtherCloud = AADSTS(
        90038, .invalidRequest, delivery: .shownUnlessSilent,
        template: "The tenant '{tenant}' has been redirected to another cloud.",
        meaning: "The tenant is in another national cloud.",
        when: "The tenant has a cloud in the configuration, and the request came to a host of another cloud.",
        fix: "Use the authority host of the tenant's cloud.")

    package static let crossCloudConfidentialClient = AADSTS(
        900382, .invalidRequest, source: .observed, evidence: "certify#553 (2021); teams-js#3121 (2026)",
        template: "Confidential Client is not supported in Cross Cloud request.",
        meaning: "A confidential client must use the host of the tenant's cloud.",
        when: "A token request with a client secret, a client assertion or a certificate came to a host of another "
            + "cloud than the tenant's.",
        fix: "Use the authority host of the tenant's cloud.")

    package static let resourceOverCommon = AADSTS(
        90124, .invalidRequest, delivery: .shown, source: .reference,
        template: "The resource '{resource}' ({resource_name}) is not supported over the /common or /consumers "
            + "endpoints. Please use the /organizations or tenant-specific endpoint.",
        meaning: "The API is not available at /common or /consumers.",
        fix: "Use /organizations or the authority of the tenant.")

    package static let tokenVersionOverCommon = AADSTS(
        90129, .invalidRequest, delivery: .shownUnlessSilent,
        template: "Resource '{resource}' ({resource_name}) has a configured token version of '1' and is not supported "
            + "over the /common or /consumers endpoints.",
        meaning: "The access tokens of the API have version 1, which personal accounts cannot get.",
        when: "An application for all accounts requests an API without requestedAccessTokenVersion: 2 at the version 2 "
            + "endpoint of /common.",
        fix: "Set requestedAccessTokenVersion of the API to 2, or use /organizations or the authority of the tenant.")

    package static let applicationOverCommon = AADSTS(
        90130, .invalidRequest, delivery: .shown, source: .report, deliverySource: .reference,
        evidence: "msal.js#237 (2018)",
        template: "Application '{client_id}' ({client_name}) is not supported over the /common or /consumers "
            + "endpoints. Please use the /organizations or tenant-specific endpoint.",
        meaning: "The application is not available at /common or /consumers.",
        fix: "Use /organizations or the authority of the tenant.")

    package static let adminConsentOverCommon = AADSTS(
        9_002_328, .invalidRequest, delivery: .shown, source: .report,
        template: "Invalid request. Cannot use /common or /consumers on admin-consent.",
        meaning: "Admin consent is not available at /common or /consumers.",
        when: "The version 2 admin consent endpoint was opened at /common, or either version at /consumers.",
        fix: "Use the authority of the tenant or /organizations.")

    package static let deviceCodeOverCommon = AADSTS(
        90133, .invalidRequest, delivery: .shownUnlessSilent, source: .reference,
        template: "Device Code flow is not supported under /common or /consumers endpoint.",
        meaning: "The version 1 device code flow is not available at /common or /consumers.",
        when: "A version 1 device code was requested at /common or /consumers.",
        fix: "Use the authority of the tenant or the version 2 endpoint.")

    package static let malformedTenant = AADSTS(
        900023, .invalidRequest, names: [.init(.invalidTenant, at: .discovery)], delivery: .shown, source: .observed,
        deliverySource: .reference,
        template: "Specified tenant identifier '{tenant}' is neither a valid DNS name, nor a valid external domain.",
        meaning: "The tenant in the path is neither a GUID nor a domain name.",
        when: "The tenant segment of the path has characters that a domain name cannot have.",
        fix: "Use the id or a domain of the tenant.")

    package static let grantTypeOverCommon = AADSTS(
        9001023, .invalidRequest, delivery: .shown, source: .observed,
        template: "The grant type is not supported over the /common or /consumers endpoints. Please use the "
            + "/organizations or tenant-specific endpoint.",
        meaning: "The grant is not available at /common or /consumers.",
        when: "The password grant or the on-behalf-of grant was sent to /common or /consumers, or the client "
            + "credentials grant to /consumers.",
        fix: "Use /organizations or the authority of the tenant.")

    package static let applicationIsWorkOnly = AADSTS(
        9002332, .invalidRequest, delivery: .shown,
        template: "Application '{client_id}'({client_name}) is configured for use by Microsoft Entra users only. "
            + "Please do not use the /consumers endpoint to serve this request.",
        meaning: "The application accepts work accounts only.",
        when: "The authority is /consumers, and signInAudience excludes personal accounts.",
        fix: "Use /organizations or the authority of the tenant, or set signInAudience to "
            + "AzureADandPersonalMicrosoftAccount.")

    package static let applicationIsPersonalOnly = AADSTS(
        9002346, .invalidRequest, delivery: .shown, b2c: AADB2C.clientNotValid, source: .observed,
        template: "Application '{client_id}'({client_name}) is configured for use by Microsoft Account users only. "
            + "Please use the /consumers endpoint to serve this request.",
        meaning: "The application accepts personal accounts only.",
        when: "The authority is a tenant or /organizations, and signInAudience is PersonalMicrosoftAccount.",
        fix: "Use /consumers, or set signInAudience to AzureADandPersonalMicrosoftAccount.")

    package static let applicationIsPersonalOnlyOverCommon = AADSTS(
        9_002_331, .invalidRequest, source: .observed, deliverySource: .observed,
        evidence: "MMM-MicrosoftToDo#28, onenote_export#11",
        template: "Application '{client_id}'({client_name}) is configured for use by Microsoft Account users only. "
            + "Please use the /consumers endpoint to serve this request.",
        meaning: "The application accepts personal accounts only.",
        when: "The authority is /common, and signInAudience is PersonalMicrosoftAccount. The authorization endpoint "
            + "redirects a description without the code after the sign-in.",
        fix: "Use /consumers, or set signInAudience to AzureADandPersonalMicrosoftAccount.")

    static let tenantRows: [AADSTS] = [
        unknownInstance, malformedDiscoveryRequest, regionalClientUnsupported, tenantNotAllowed, noTenantInformation,
        unknownSAMLIssuer, invalidDomain,
        applicationIsSingleTenant, crossTenantBlocked, tenantAccessDenied, tenantRestrictedByPolicy,
        personalAccountUnsupportedByAPIVersion,
        wrongLoginDomain, domainOfOtherTenant, outboundAccessBlocked, inboundAccessBlocked, tenantNotFound,
        passwordGrantOverCommon,
        noTenantInPath, tokensFromPersonalTenantUnsupported, tenantInOtherCloud,
        crossCloudConfidentialClient, resourceOverCommon, tokenVersionOverCommon,
        applicationOverCommon, adminConsentOverCommon, deviceCodeOverCommon, malformedTenant, grantTypeOverCommon,
        applicationIsWorkOnly,
        applicationIsPersonalOnly, applicationIsPersonalOnlyOverCommon,
    ]
}
