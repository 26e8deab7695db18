import Directory
import Entra
import Wire

/// What would make a refused request go through: a sentence for each code, with names of the directory where they help.
enum ErrorFix {
    static func fix(of code: String?, for decision: Decision) -> String? {
        guard let code, let row = rows[code] else { return nil }
        return [row, hint(code, decision)].compactMap(\.self).joined(separator: " ")
    }

    /// What the directory has instead.
    private static func hint(_ code: String, _ decision: Decision) -> String? {
        switch code {
        case AADSTS.redirectURIMismatch.name: redirectURI(decision)
        case AADSTS.tenantNotFound.name: tenant(decision)
        case AADSTS.applicationNotFound.name: application(decision)
        case AADSTS.unknownScope.name: permission(decision)
        default: nil
        }
    }

    private static func redirectURI(_ decision: Decision) -> String? {
        guard let asked = decision.facts.parameter(Parameter.redirectURI), let client = decision.client else {
            return nil
        }
        let uris = client.redirectURIs.map(\.uri.string)
        let near = uris.first { $0.isExactly(asked + "/") || "\($0)/".isExactly(asked) }
        if let near { return "\(near) is registered: they differ in the slash at the end." }
        return Suggestion.nearest(to: asked, among: uris).map { "The nearest is \($0)." }
            ?? (uris.isEmpty ? nil : "Registered are \(uris.prefix(5).joined(separator: ", ")).")
    }

    private static func tenant(_ decision: Decision) -> String? {
        let names = decision.item.directory.tenants.prefix(100).flatMap(\.domains)
        return decision.facts.tenantSegment.flatMap { Suggestion.nearest(to: $0, among: names) }.map {
            "Did you mean \($0)?"
        }
    }

    private static func application(_ decision: Decision) -> String? {
        guard let asked = decision.facts.clientID, let tenant = decision.tenant else { return nil }
        if let home = decision.item.directory.registration(of: ClientID(asked))?.tenant {
            return "It is registered in \(home.displayName), with a signInAudience that stays there."
        }
        return Suggestion.nearest(to: asked, among: tenant.applications.map(\.appId)).map { "Did you mean \($0)?" }
    }

    private static func permission(_ decision: Decision) -> String? {
        let apis = decision.item.directory.tenants.prefix(100).flatMap(\.applications)
        for scope in decision.facts.scopes {
            let parts = scope.pieces(separatedBy: "/")
            guard let name = parts.last else { continue }
            let api = apis.first { api in api.identifierUris.contains { scope.hasExactPrefix($0) } }
            let values = (api?.oauth2PermissionScopes ?? []).map(\.value)
            guard !values.contains(where: { $0.isExactlyIgnoringASCIICase(name) }) else { continue }
            if let near = Suggestion.nearest(to: name, among: values) { return "Did you mean \(near)?" }
        }
        return nil
    }

    private static let rows: [ExactString: String] = Dictionary(
        table.flatMap { rows, text in rows.map { (ExactString($0.name), text) } },
        uniquingKeysWith: { first, _ in first })

    /// The rows of the catalogue with one remedy each.
    private static let table: [([AADSTS], String)] = [
        (
            [.redirectURIMismatch],
            "Register the redirect URI exactly as it is sent, under the platform that the application is of."
        ),
        ([.redirectURINotAbsolute, .invalidRedirectURI], "Send an absolute URI, with its scheme."),
        ([.noRedirectURIRegistered], "Register a redirect URI under web, spa or publicClient."),
        ([.noRedirectURIProvided], "Send redirect_uri: several are registered."),
        (
            [.redirectURIDiffersFromAuthorize],
            "Redeem the code with the redirect_uri that the authorization request had, byte for byte."
        ),
        ([.tenantNotFound, .malformedTenant], "Name a tenant of the configuration, by id or domain."),
        ([.applicationNotFound, .malformedClientID], "Register the application in the tenant, or correct client_id."),
        ([.clientDisabled], "Set accountEnabled of the application to true."),
        (
            [.applicationIsSingleTenant],
            "Use the tenant's own authority, or set signInAudience to AzureADMultipleOrgs or wider."
        ),
        ([.applicationIsWorkOnly], "Set signInAudience to AzureADandPersonalMicrosoftAccount."),
        ([.applicationIsPersonalOnly], "Use /consumers, or widen signInAudience."),
        (
            [.applicationOverCommon, .resourceOverCommon, .grantTypeOverCommon, .passwordGrantOverCommon],
            "Use the tenant's own authority in place of common."
        ),
        (
            [.missingParameter, .missingField],
            "Send the parameter that the message names, in the form body of a token request."
        ),
        ([.duplicateParameter], "Send the parameter once."),
        ([.invalidRequest, .malformedRequest], "Send a form (application/x-www-form-urlencoded) with valid escapes."),
        ([.wrongMethod], "Use a method that the Allow header names."),
        (
            [.resourceParameterUnsupported],
            "Send scope={resource}/.default in place of resource, or use the version 1 endpoint."
        ),
        ([.unsupportedGrantType], "Send a grant_type that the service knows."),
        ([.unsupportedResponseType], "Send a response_type that the service knows, such as code."),
        ([.unsupportedResponseMode], "Use fragment or form_post: a query may not carry tokens."),
        (
            [.tokenNotEnabled],
            "Set web.implicitGrantSettings.enableAccessTokenIssuance, or better: use response_type=code."
        ),
        ([.idTokenNotEnabled], "Set web.implicitGrantSettings.enableIdTokenIssuance of the application."),
        ([.invalidScope, .emptyScope], "Send scopes as {resource}/{permission}, separated by spaces."),
        ([.unknownScope], "Ask for a permission that the API defines in oauth2PermissionScopes."),
        (
            [.resourceNotFound, .resourceNotFoundLegacy],
            "Name the API by an identifierUris value or its appId, and have it in the tenant."
        ),
        ([.resourceDisabled], "Set accountEnabled of the API to true."),
        ([.resourceWithoutServicePrincipal], "Have an administrator consent to the API in this tenant."),
        ([.resourceNotListed], "List the API under requiredResourceAccess of the client."),
        (
            [.misconfiguredApplication],
            "List delegated permissions (type Scope) of the API under requiredResourceAccess of the client."
        ),
        ([.severalResources, .severalResourcesForToken], "Ask for the scopes of one API in each token request."),
        ([.appOnlyScopeNotDefault], "Ask for {resource}/.default: an application cannot name single permissions."),
        ([.roleAssignmentRequired], "Assign an application role of the API to the client (appRoleAssignments)."),
        ([.assignmentRequired], "Assign the user to the application, or set appRoleAssignmentRequired to false."),
        (
            [.consentRequired],
            "Have the user consent in an interactive sign-in, or record it under oauth2PermissionGrants."
        ),
        ([.consentDeclined], "The user declined, or consented to none of what was asked for: ask again, or for less."),
        (
            [.adminConsentRequired, .callerCannotConsent],
            "Have an administrator consent, at /adminconsent or under oauth2PermissionGrants."
        ),
        ([.tokenForItself], "An application names itself by its appId: {appId}/.default."),
        (
            [.credentialMissing, .appOnlyCredentialMissing],
            "Send client_secret or client_assertion: the client is confidential. A public one registers its redirect URI under publicClient, or sets isFallbackPublicClient."
        ),
        ([.invalidClientSecret], "Send the secret's text (secretText), not its id."),
        ([.expiredClientSecret], "Make a new secret: the endDateTime has passed."),
        ([.publicClientWithCredential], "Send no secret: the redirect URI is of a public client."),
        ([.crossOriginNotSPA], "Register the redirect URI under spa: a page redeems the code."),
        ([.spaWithoutOrigin], "Redeem the code from the page itself: the redirect URI is registered under spa."),
        ([.crossOriginWithoutPKCE], "Use PKCE: a page must."),
        ([.codeVerifierMismatch], "Send the code_verifier that belongs to the code_challenge."),
        ([.unexpectedCodeVerifier], "Send code_challenge with the authorization request, or no code_verifier."),
        (
            [.invalidCodeChallenge, .invalidCodeChallengeSize],
            "Send base64url(SHA-256(code_verifier)), 43 characters, with code_challenge_method=S256."
        ),
        ([.authorizationCodeRedeemed], "Redeem each code once, and sign in again for another."),
        (
            [.invalidGrant],
            "Send the code or token unchanged, of this server: after a restart without --seed or --data-dir earlier ones are void."
        ),
        ([.grantForOtherTenant], "Redeem the code at the tenant that issued it."),
        (
            [.grantExpired, .spaRefreshTokenExpired, .refreshTokenInactive],
            "Sign in again: it has expired by the server's clock."
        ),
        ([.grantRevoked], "Sign in again: the user's sessions were revoked or the password changed."),
        ([.deviceAuthorizationPending], "Poll again after the interval: the user has not entered the code yet."),
        ([.deviceCodeExpired, .verificationCodeExpired], "Start device authorization again."),
        ([.assertionAudienceMismatch], "Send an access token whose audience is this client."),
        ([.assertionOutsideValidity], "Send a token that has not expired."),
        ([.assertionSignature], "Send a token of this server, unchanged."),
        ([.clientAssertionAudience], "Set aud of the assertion to the token endpoint's URL."),
        ([.clientAssertionOutsideValidity], "Set nbf and exp of the assertion around the server's time."),
        (
            [.clientAssertionSignature],
            "Sign with the certificate that is registered under keyCredentials, and name it by x5t or x5t#S256."
        ),
        ([.clientAssertionClientMismatch], "Set iss and sub of the assertion to client_id."),
        (
            [
                .federatedIssuerMismatch, .federatedSubjectMismatch, .federatedAudienceMismatch, .federatedCaseMismatch,
                .federatedCredentialMismatch,
            ],
            "Make issuer, subject and audience of federatedIdentityCredentials equal to those of the token, byte for byte."
        ),
        (
            [.wrongPassword],
            "Use the password that the directory has for the user; the README tells that of the built-in directory."
        ),
        (
            [.userNotFound, .accountMissingInDirectory, .credentialsNotValidated],
            "Use a user of the tenant's directory, or add one."
        ),
        ([.accountLocked], "Wait a minute, or reset the server: too many passwords were wrong."),
        (
            [.passwordExpired, .passwordChangeRequired],
            "Choose another password on the page, or clear forceChangePasswordNextSignIn."
        ),
        ([.userDisabled], "Set accountEnabled of the user to true."),
        ([.noSession], "Sign in without prompt=none first: nobody is signed in in this browser."),
        ([.severalSessions], "Send login_hint or sid: several users are signed in."),
        (
            [.foreignAccount, .externalUserNotInTenant],
            "Invite the user as a guest (guestOf), or use the user's own tenant or common."
        ),
        (
            [.mfaRequired, .strongAuthenticationRequired, .mfaExpired],
            "Sign in interactively with the claims of the answer: a policy asks for a second factor."
        ),
        (
            [.mfaEnrolmentRequired, .mfaEnrolmentRequiredByPolicy],
            "Register a second factor: give the user an mfa method."
        ),
        (
            [.blockedByConditionalAccess],
            "A conditional access policy blocks it: see conditionalAccessPolicies of the tenant."
        ),
        (
            [.deviceNotCompliant, .deviceNotJoined, .deviceAuthenticationRequired],
            "Use a device of the tenant's devices that is compliant."
        ),
        (
            [.stateCookieMissing, .flowTokenExpired],
            "Open the authorization request again in one browser, with cookies."
        ),
        ([.requestLoop], "Stop asking: the same request came again and again. Something does not keep the answer."),
    ]
}
