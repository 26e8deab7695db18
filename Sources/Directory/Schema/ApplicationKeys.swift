import Entra
import Wire

extension ApplicationDraft {
    static let keys = ObjectSpec<ApplicationDraft>(
        "application",
        "A Microsoft Graph application as the portal or `az ad app show` exports it; the portal's older manifest too. "
            + "Other Graph properties are kept and ignored.",
        unknownKeys: .kept(\.application.otherProperties),
        keys: identity + platforms + credentials + permissions + ownKeys + olderKeys,
        misplaced: SettingsOverrides.misplaced)

    private static let identity: [KeySpec<ApplicationDraft>] = [
        .key("appId", \.appId, .marked(.nonEmptyText), "The application (client) id: a GUID, or any text.").required,
        .key(
            "id", \.objectID, .marked(.guid),
            "The registration's object id. Derived from the tenant and the appId when left out."),
        .key("createdDateTime", \.application.createdDateTime, .timestamp, "The time of creation; only shown."),
        .key("displayName", \.displayName, .nonEmptyText, "The name on pages. The appId when left out."),
        .key("signInAudience", \.signInAudience, .word, "Which accounts can sign in. Default AzureADMyOrg."),
        .key("identifierUris", \.identifierUris, .list(.marked(.nonEmptyText)), "App ID URIs, such as api://orders."),
        .nested("verifiedPublisher", verifiedPublisher, "The publisher that Microsoft verified."),
    ]

    private static let verifiedPublisher = ObjectSpec<ApplicationDraft>(
        "verifiedPublisher", "The publisher that Microsoft verified.",
        unknownKeys: .kept(\.application.otherPartProperties.verifiedPublisher),
        keys: [
            .key(
                "verifiedPublisherId", \.application.verifiedPublisherId, .nonEmptyText,
                "The publisher's id at Microsoft; without one nobody is verified.")
        ])

    private static let platforms: [KeySpec<ApplicationDraft>] = [
        .nested("web", web, "Server applications, which keep a secret."),
        .nested("spa", spa, "Single-page applications in a browser."),
        olderOrNested(publicClient),
        .key(
            "isFallbackPublicClient", \.application.isFallbackPublicClient, .bool,
            "true: without a redirect URI (device code, password) it is a public client. Left out: the redirect URIs decide."
        ),
    ]

    private static let web = ObjectSpec<ApplicationDraft>(
        "web", "Server applications, which keep a secret.", unknownKeys: .kept(\.application.otherPartProperties.web),
        keys: [
            redirectURIs(.web),
            .key("logoutUrl", \.application.logoutUrl, .logoutURL, "Loaded in a hidden frame when the user signs out."),
            .nested("implicitGrantSettings", implicitGrant, "Tokens from the authorization endpoint."),
        ])

    private static let spa = ObjectSpec<ApplicationDraft>(
        "spa", "Single-page applications in a browser.", unknownKeys: .kept(\.application.otherPartProperties.spa),
        keys: [redirectURIs(.spa)])

    private static let publicClient = ObjectSpec<ApplicationDraft>(
        "publicClient", "Desktop and mobile applications.",
        unknownKeys: .kept(\.application.otherPartProperties.publicClient), keys: [redirectURIs(.publicClient)])

    /// A platform, under whose name the portal's older format says whether the application is a public client.
    private static func olderOrNested(_ platform: ObjectSpec<ApplicationDraft>) -> KeySpec<ApplicationDraft> {
        KeySpec(
            name: platform.name, shape: .either([.object(platform.shape), .boolean]),
            help: "\(platform.help) Older portal format: true or false, isFallbackPublicClient."
        ) { draft, given, place, findings in
            if case .scalar(let scalar) = given.kind, case .bool(let isPublic) = scalar.value {
                draft.isOlderPublicClient = isPublic
                draft.application.isFallbackPublicClient = isPublic
            } else {
                _ = platform.read(given, into: &draft, at: place, &findings)
            }
        }
    }

    private static let implicitGrant = ObjectSpec<ApplicationDraft>(
        "implicitGrantSettings", "Tokens from the authorization endpoint.",
        unknownKeys: .kept(\.application.otherPartProperties.implicitGrantSettings),
        keys: [
            .key(
                "enableIdTokenIssuance", \.application.enableIdTokenIssuance, .bool,
                "response_type id_token is allowed. Default false."),
            .key(
                "enableAccessTokenIssuance", \.application.enableAccessTokenIssuance, .bool,
                "response_type token is allowed. Default false."),
        ])

    private static func redirectURIs(_ platform: ClientPlatform) -> KeySpec<ApplicationDraft> {
        .sink("redirectUris", .list(.marked(.nonEmptyText)), "Redirect URIs of this platform.") { draft, uris, _, _ in
            draft.redirectURIs += uris.map {
                Marked(value: RegisteredRedirectURI(platform: platform, uri: $0.value), place: $0.place)
            }
        }
    }

    private static let credentials: [KeySpec<ApplicationDraft>] = [
        .key(
            "passwordCredentials", \.passwords, .list(PasswordDraft.keys.value { PasswordDraft(place: $0) }),
            "Client secrets."),
        .key(
            "keyCredentials", \.certificates, .list(KeyCredentialDraft.keys.value { _ in KeyCredentialDraft() }),
            "Client certificates."),
        .key(
            "federatedIdentityCredentials", \.federatedCredentials, .list(.marked(FederatedIdentityCredential.value)),
            "Trust in other issuers' tokens."),
    ]

    private static let permissions: [KeySpec<ApplicationDraft>] = [
        .nested("api", api, "What the application offers as an API."),
        .key("appRoles", \.roles, .list(AppRoleKeys.value), "Roles for users, groups and clients."),
        .key(
            "requiredResourceAccess", \.required,
            .list(RequiredResourceDraft.keys.value { RequiredResourceDraft(place: $0) }),
            "Permissions it lists statically: .default, v1 and administrator consent use them."),
        .key(
            "optionalClaims", \.application.optionalClaims, OptionalClaims.keys.value { _ in OptionalClaims() },
            "Claims beyond the default ones."),
        .key(
            "groupMembershipClaims", \.application.groupMembershipClaims, .groupMembership,
            "Which groups tokens contain. Left out: none."),
    ]

    private static let api = ObjectSpec<ApplicationDraft>(
        "api", "What the application offers as an API.", unknownKeys: .kept(\.application.otherPartProperties.api),
        keys: [
            .key(
                "requestedAccessTokenVersion", \.application.requestedAccessTokenVersion, .integer(1...2),
                "The version of access tokens for this API. 1 when left out; 2 when personal accounts are admitted."),
            .key(
                "oauth2PermissionScopes", \.scopes, .list(PermissionScopeKeys.value),
                "The delegated permissions it exposes."),
            .key(
                "preAuthorizedApplications", \.preAuthorized, preAuthorizedList,
                "Clients that need no consent for some of them."),
            .key(
                "knownClientApplications", \.application.knownClientApplications, .list(.clientID),
                "Clients whose consent page covers this API's own requirements."),
            .key(
                "acceptMappedClaims", \.application.acceptMappedClaims, .bool,
                "true: claimsMappingPolicy works without a signing key of its own (else AADSTS50146). Default false."),
        ])

    private static let preAuthorizedList = ValueSpec.list(PreAuthorizedDraft.keys.value { _ in PreAuthorizedDraft() })

    private static let ownKeys: [KeySpec<ApplicationDraft>] = [
        .key(
            "servicePrincipalId", \.servicePrincipalID, .guid,
            "Object id of the service principal in this tenant. Derived from the tenant and the appId when left out."
        ).own,
        .key(
            "hasServicePrincipal", \.application.hasServicePrincipal, .bool,
            "false: it has no service principal in this tenant until something is consented to. Default true."
        ).own,
        .key(
            "sharesAppId", \.sharesAppId, .bool,
            "true: another tenant has an application of the same appId; this one is found under this tenant's authority only. Default false."
        ).own,
        .key(
            "owners", \.application.owners, .list(.objectID),
            "Object ids of users and service principals of this tenant that may change it by Microsoft Graph."
        ).own,
        .key(
            "appRoleAssignmentRequired", \.application.appRoleAssignmentRequired, .bool,
            "Of the service principal: only assigned users and clients get tokens (AADSTS50105). Default false."
        ).own,
        .key(
            "accountEnabled", \.application.accountEnabled, .bool,
            "Of the service principal: false disables the application (AADSTS7000112). Default true."
        ).own,
        .key(
            "nativeAuthentication", \.application.nativeAuthentication, .bool,
            "Whether the application may use the native authentication API. Default false."
        ).own,
        .sink(
            "nativeAuthenticationApisEnabled", .word as ValueSpec<NativeAuthenticationAPIs>,
            "Graph's name for nativeAuthentication: all is true. Default none."
        ) { draft, apis, _, _ in draft.application.nativeAuthentication = apis == .all },
        .key(
            "familyId", \.application.familyId, .nonEmptyText,
            "The family of public clients that use each other's refresh tokens (foci), such as \"1\". Left out: none."
        ).own,
        .key(
            "claimsMappingPolicy", \.application.claimsMappingPolicy,
            ClaimsMappingPolicy.keys.value { _ in ClaimsMappingPolicy() },
            "Claims in tokens for this application, as a Graph claimsMappingPolicy defines them."
        ).own,
        .key(
            "settings", \.application.settings, SettingsOverrides.ofApplication.value { _ in SettingsOverrides() },
            "Behavior for this application."
        ).own,
    ]

    /// The names of the portal's manifest before it took Graph's shape.
    private static let olderKeys: [KeySpec<ApplicationDraft>] = [
        .key("name", \.displayName, .nonEmptyText, "Older portal format: displayName."),
        .sink(
            "replyUrlsWithType", .list(ReplyURL.keys.value { _ in ReplyURL() }), "Older portal format: redirect URIs."
        ) {
            draft, urls, _, _ in
            draft.redirectURIs += urls.compactMap(\.registered)
        },
        .key(
            "replyUrls", \.replyURLs, .list(.marked(.nonEmptyText)),
            "Older format, as `az ad app show` printed it: redirect URIs, those of installed clients where publicClient is true."
        ),
        .key("logoutUrl", \.application.logoutUrl, .logoutURL, "Older portal format: web.logoutUrl."),
        .key(
            "oauth2AllowImplicitFlow", \.application.enableAccessTokenIssuance, .bool,
            "Older portal format: enableAccessTokenIssuance."),
        .key(
            "oauth2AllowIdTokenImplicitFlow", \.application.enableIdTokenIssuance, .bool,
            "Older portal format: enableIdTokenIssuance."),
        .key(
            "acceptMappedClaims", \.application.acceptMappedClaims, .bool,
            "Older portal format: api.acceptMappedClaims."),
        .key(
            "accessTokenAcceptedVersion", \.application.requestedAccessTokenVersion, .integer(1...2),
            "Older portal format: requestedAccessTokenVersion."),
        .key(
            "allowPublicClient", \.application.isFallbackPublicClient, .bool,
            "Older portal format: isFallbackPublicClient."),
        .key(
            "oauth2Permissions", \.scopes, .list(PermissionScopeKeys.value),
            "Older portal format: oauth2PermissionScopes."),
        .key(
            "preAuthorizedApplications", \.preAuthorized, preAuthorizedList,
            "Older portal format: api.preAuthorizedApplications."),
        .key(
            "knownClientApplications", \.application.knownClientApplications, .list(.clientID),
            "Older portal format: api.knownClientApplications."),
    ]
}

extension ValueSpec where Value == String {
    fileprivate static let logoutURL = ValueSpec(
        text: .pattern("^https?://", called: ApplicationRules.logoutURLForm)
    ) { ApplicationRules.isLogoutURL($0) ? $0 : nil }
}

/// An entry of the older manifest's `replyUrlsWithType`.
private struct ReplyURL: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case web = "Web"
        case spa = "Spa"
        case installedClient = "InstalledClient"

        var platform: ClientPlatform {
            switch self {
            case .web: .web
            case .spa: .spa
            case .installedClient: .publicClient
            }
        }
    }

    var url: Marked<String>?
    var kind = Kind.web

    var registered: Marked<RegisteredRedirectURI>? {
        url.map { Marked(value: RegisteredRedirectURI(platform: kind.platform, uri: $0.value), place: $0.place) }
    }

    static let keys = ObjectSpec<ReplyURL>(
        "replyUrlWithType", "A redirect URI with its platform.", unknownKeys: .ignored,
        keys: [
            .key("url", \.url, .marked(.nonEmptyText), "The redirect URI.").required,
            .key("type", \.kind, .word, "The platform.").required,
        ])
}

private enum NativeAuthenticationAPIs: String, Sendable, CaseIterable {
    case none
    case all
}

extension ValueSpec where Value == ObjectID {
    fileprivate static let objectID = ValueSpec(text: .text) { GUID($0) == nil ? nil : ObjectID($0) }
}

extension ValueSpec where Value == ClientID {
    static let clientID = ValueSpec(text: .text) { $0.isEmpty ? nil : ClientID($0) }
}

extension ValueSpec where Value == GroupMembershipClaims {
    /// One word, or several joined by commas.
    static let groupMembership = ValueSpec(.pattern("^[A-Za-z]+( *, *[A-Za-z]+)*$", called: "text")) {
        given, place, findings in
        guard let text = ValueSpec<String>.text.read(given, place, &findings) else { return nil }
        var claims = GroupMembershipClaims.none
        for part in text.utf8.split(separator: UInt8(ascii: ",")) {
            let name = String(decoding: part.filter { $0 != ASCII.space }, as: UTF8.self)
            guard let word = GroupMembershipClaims.words.first(where: { $0.name.isExactly(name) }) else {
                let hint = "one of " + GroupMembershipClaims.words.map(\.name).joined(separator: ", ")
                findings.error(place, "unknown value \"\(name)\"", hint: hint)
                return nil
            }
            claims.formUnion(word.claims)
        }
        return claims
    }
}
