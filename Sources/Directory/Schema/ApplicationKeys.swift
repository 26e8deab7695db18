import Entra
import Formats

extension ApplicationDraft {
    static let keys = ObjectSpec<ApplicationDraft>(
        "application",
        "A Microsoft Graph application as the portal or `az ad app show` exports it, also in the portal's older format. "
            + "Other Graph properties have no effect, but exports contain them.",
        unknownKeys: .kept(\.application.otherProperties),
        keys: identity + platforms + credentials + permissions + ownKeys + olderKeys.map(\.alias),
        misplaced: SettingsOverrides.misplaced)

    static let value = keys.value { ApplicationDraft(location: $0) }

    private static let identity: [KeySpec<ApplicationDraft>] = [
        .key(
            "id", \.objectID, .marked(.guid),
            "The object id of the registration. Default: derived from the tenant and the appId."),
        .key("appId", \.appId, .marked(.nonEmptyText), "The application (client) id: a GUID or any text.").required,
        .key(
            "createdDateTime", \.application.createdDateTime, .timestamp,
            "The time of creation, which decides the default of coopEnforcement."),
        .key(
            "deletedDateTime", \.application.deletedDateTime, .timestamp,
            "The time at which the registration was deleted. Such a registration is in the recycle bin for 30 days."),
        .key("displayName", \.displayName, .nonEmptyText, "The name on pages. Default: the appId."),
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
                "The publisher's id at Microsoft. Without an id, the publisher is not verified.")
        ])

    private static let platforms: [KeySpec<ApplicationDraft>] = [
        .nested("web", web, "Server applications, which keep a secret."),
        .nested("spa", spa, "Single-page applications in a browser."),
        platformKey(publicClient),
        .key(
            "isFallbackPublicClient", \.application.isFallbackPublicClient, .bool,
            "true: in requests without a redirect URI (device code, password), the application is a public client. Default: the redirect URIs decide."
        ).graph(),
        .nested("authenticationBehaviors", authenticationBehaviors, "The behaviors that the application chooses."),
    ]

    private static let authenticationBehaviors = ObjectSpec<ApplicationDraft>(
        "authenticationBehaviors", "The behaviors that the application chooses.",
        unknownKeys: .kept(\.application.otherPartProperties.authenticationBehaviors),
        keys: [
            .key(
                "coopEnforcement", \.application.coopEnforcement, .bool,
                "Whether sign-in pages separate a popup from the page that opened it (Cross-Origin-Opener-Policy). Default: true for applications created after 2027-01-31; an application without createdDateTime counts as created now."
            ).graph()
        ])

    private static let web = ObjectSpec<ApplicationDraft>(
        "web", "Server applications, which keep a secret.", unknownKeys: .kept(\.application.otherPartProperties.web),
        keys: [
            redirectURIs(.web),
            .key(
                "logoutUrl", \.application.logoutUrl, .logoutURL,
                "The URL that the sign-out page loads in a hidden frame."
            ).graph(),
            .nested("implicitGrantSettings", implicitGrant, "Which tokens the authorization endpoint may return."),
        ])

    private static let spa = ObjectSpec<ApplicationDraft>(
        "spa", "Single-page applications in a browser.", unknownKeys: .kept(\.application.otherPartProperties.spa),
        keys: [redirectURIs(.spa)])

    private static let publicClient = ObjectSpec<ApplicationDraft>(
        "publicClient", "Desktop and mobile applications.",
        unknownKeys: .kept(\.application.otherPartProperties.publicClient), keys: [redirectURIs(.publicClient)])

    /// Returns the key of a platform. In the portal's older format, the key says whether the application is a public client.
    private static func platformKey(_ platform: ObjectSpec<ApplicationDraft>) -> KeySpec<ApplicationDraft> {
        KeySpec(
            name: platform.name, shape: .either([.object(platform.shape), .boolean]),
            help: "\(platform.help) In the older portal format: true or false, as isFallbackPublicClient.",
            export: .nested(platform)
        ) { draft, input, location, findings in
            if case .scalar(let scalar) = input.kind, case .bool(let isPublic) = scalar.value {
                draft.isOlderPublicClient = isPublic
                draft.application.isFallbackPublicClient = isPublic
            } else {
                _ = platform.read(input, into: &draft, at: location, &findings)
            }
        }
    }

    private static let implicitGrant = ObjectSpec<ApplicationDraft>(
        "implicitGrantSettings", "Which tokens the authorization endpoint may return.",
        unknownKeys: .kept(\.application.otherPartProperties.implicitGrantSettings),
        keys: [
            .key(
                "enableIdTokenIssuance", \.application.enableIdTokenIssuance, .bool,
                "response_type id_token is allowed. Default false."
            ).graph(),
            .key(
                "enableAccessTokenIssuance", \.application.enableAccessTokenIssuance, .bool,
                "response_type token is allowed. Default false."
            ).graph(),
        ])

    private static func redirectURIs(_ platform: ClientPlatform) -> KeySpec<ApplicationDraft> {
        var key = KeySpec<ApplicationDraft>.sink(
            "redirectUris", .list(.marked(.nonEmptyText)), "Redirect URIs of this platform."
        ) { draft, uris, _, _ in
            draft.redirectURIs += uris.map {
                Marked(value: RegisteredRedirectURI(platform: platform, uri: $0.value), location: $0.location)
            }
        }
        key.export = .unlessDefault { draft in
            .array(draft.redirectURIs.filter { $0.value.platform == platform }.map { .string($0.value.uri.string) })
        }
        return key
    }

    private static let credentials: [KeySpec<ApplicationDraft>] = [
        .key(
            "passwordCredentials", \.passwords, .list(PasswordDraft.keys.value { PasswordDraft(location: $0) }),
            "Client secrets."),
        .key(
            "keyCredentials", \.certificates, .list(KeyCredentialDraft.keys.value { _ in KeyCredentialDraft() }),
            "Client certificates."),
        .key(
            "federatedIdentityCredentials", \.federatedCredentials, .list(.marked(FederatedIdentityCredential.value)),
            "Issuers whose tokens the application accepts as a credential."),
        .key(
            "extensionProperties", \.extensions, .list(.marked(ExtensionProperty.value)),
            "The directory extensions that the application defines."),
    ]

    private static let permissions: [KeySpec<ApplicationDraft>] = [
        .nested("api", api, "What the application offers as an API."),
        .key(
            "appRoles", \.roles, .list(AppRoleKeys.value), "The roles that users, groups and clients can be assigned."),
        .key(
            "requiredResourceAccess", \.required,
            .list(RequiredResourceDraft.keys.value { RequiredResourceDraft(location: $0) }),
            "The static permissions of the application, which .default, version 1 and admin consent use."),
        .key(
            "optionalClaims", \.application.optionalClaims, OptionalClaims.keys.value { _ in OptionalClaims() },
            "Additional claims in tokens."),
        .key(
            "groupMembershipClaims", \.application.groupMembershipClaims, .groupMembership,
            "Which groups tokens contain. Default: none."),
    ]

    private static let api = ObjectSpec<ApplicationDraft>(
        "api", "What the application offers as an API.", unknownKeys: .kept(\.application.otherPartProperties.api),
        keys: [
            .key(
                "requestedAccessTokenVersion", \.application.requestedAccessTokenVersion, .integer(1...2),
                "The version of access tokens for this API. Default 1; 2 if personal accounts can sign in."
            ).graph(),
            .key(
                "oauth2PermissionScopes", \.scopes, .list(PermissionScopeKeys.value),
                "The delegated permissions that the API exposes."),
            .key(
                "preAuthorizedApplications", \.preAuthorized, preAuthorizedList,
                "Clients that need no consent for some of the permissions."),
            .key(
                "knownClientApplications", \.application.knownClientApplications, .list(.clientID),
                "Clients whose consent page also covers the permissions that this API requires."
            ).graph(upTo: GraphLimits.identifier),
            .key(
                "acceptMappedClaims", \.application.acceptMappedClaims, .bool,
                "true: claimsMappingPolicy works without an application-specific signing key (otherwise AADSTS50146). Default false."
            ).graph(nullable: true),
        ])

    private static let preAuthorizedList = ValueSpec.list(PreAuthorizedDraft.keys.value { _ in PreAuthorizedDraft() })

    private static let ownKeys: [KeySpec<ApplicationDraft>] = [
        .key(
            "servicePrincipalId", \.servicePrincipalID, .guid,
            "The object id of the service principal in this tenant. Default: derived from the tenant and the appId."
        ).own,
        .key(
            "servicePrincipalDeletedDateTime", \.application.servicePrincipalDeletedDateTime, .timestamp,
            "The time at which the service principal was deleted, from which on it is in the recycle bin for 30 days."
        ).own,
        .key(
            "deletedRelations", \.deletedRelations, DeletedRelations.value,
            "The relations of a service principal in the recycle bin that a restore brings back."
        ).own,
        .key(
            "hasServicePrincipal", \.application.hasServicePrincipal, .bool,
            "false: the application has no service principal in this tenant before the first consent. Default true."
        ).own,
        .key(
            "sharesAppId", \.sharesAppId, .bool,
            "true: another tenant has an application with the same appId; this application is only available at this tenant's authority. Default false."
        ).own,
        .key(
            "owners", \.application.owners, .list(.objectID),
            "Object ids of the users and service principals of this tenant that may change the application with Microsoft Graph."
        ).own,
        .key(
            "servicePrincipalOwners", \.application.servicePrincipalOwners, .list(.objectID),
            "Object ids of the users and service principals of this tenant that own the service principal."
        ).own,
        .key(
            "appRoleAssignmentRequired", \.application.appRoleAssignmentRequired, .bool,
            "true: only users and clients that are assigned to the service principal get tokens (AADSTS50105). Default false."
        ).own,
        .key(
            "accountEnabled", \.application.accountEnabled, .bool,
            "false: the service principal, and with it the application, is disabled (AADSTS7000112). Default true."
        ).own,
        .key(
            "nativeAuthentication", \.application.nativeAuthentication, .bool,
            "Whether the application may use the native authentication API. Default false."
        ).own,
        .sink(
            "nativeAuthenticationApisEnabled", .word as ValueSpec<NativeAuthenticationAPIs>,
            "The name of nativeAuthentication in Graph: all means true. Default none."
        ) { draft, apis, _, _ in draft.application.nativeAuthentication = apis == .all },
        .key(
            "familyId", \.application.familyId, .nonEmptyText,
            "The family (foci) of public clients that can use each other's refresh tokens, such as \"1\". Default: none."
        ).own,
        .key(
            "claimsMappingPolicy", \.application.claimsMappingPolicy, ClaimsMappingPolicy.value,
            "The claims in tokens for this application, as in a Graph claimsMappingPolicy."
        ).own,
        .nested("servicePrincipal", servicePrincipal, "The properties of the service principal that are only stored."),
        .key(
            "settings", \.application.settings, SettingsOverrides.applicationValue, "Settings for this application."
        ).own,
    ]

    private static let servicePrincipal = ObjectSpec<ApplicationDraft>(
        "servicePrincipal", "The properties of the service principal that are only stored.",
        unknownKeys: .kept(\.application.otherPartProperties.servicePrincipal), keys: [])

    /// The names in the portal's older manifest, which did not have the form of Graph.
    private static let olderKeys: [KeySpec<ApplicationDraft>] = [
        .key("name", \.displayName, .nonEmptyText, "An older portal name for displayName."),
        .sink(
            "replyUrlsWithType", .list(ReplyURL.keys.value { _ in ReplyURL() }),
            "The redirect URIs in the older portal format."
        ) {
            draft, urls, _, _ in
            draft.redirectURIs += urls.compactMap(\.registered)
        },
        .key(
            "replyUrls", \.replyURLs, .list(.marked(.nonEmptyText)),
            "Older format, as `az ad app show` printed it: redirect URIs, under publicClient if publicClient is true."
        ),
        .key("logoutUrl", \.application.logoutUrl, .logoutURL, "An older portal name for web.logoutUrl."),
        .key(
            "oauth2AllowImplicitFlow", \.application.enableAccessTokenIssuance, .bool,
            "An older portal name for enableAccessTokenIssuance."),
        .key(
            "oauth2AllowIdTokenImplicitFlow", \.application.enableIdTokenIssuance, .bool,
            "An older portal name for enableIdTokenIssuance."),
        .key(
            "acceptMappedClaims", \.application.acceptMappedClaims, .bool,
            "An older portal name for api.acceptMappedClaims."),
        .key(
            "accessTokenAcceptedVersion", \.application.requestedAccessTokenVersion, .integer(1...2),
            "An older portal name for requestedAccessTokenVersion."),
        .key(
            "allowPublicClient", \.application.isFallbackPublicClient, .bool,
            "An older portal name for isFallbackPublicClient."),
        .key(
            "oauth2Permissions", \.scopes, .list(PermissionScopeKeys.value),
            "An older portal name for oauth2PermissionScopes."),
        .key(
            "preAuthorizedApplications", \.preAuthorized, preAuthorizedList,
            "An older portal name for api.preAuthorizedApplications."),
        .key(
            "knownClientApplications", \.application.knownClientApplications, .list(.clientID),
            "An older portal name for api.knownClientApplications."),
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
        url.map { Marked(value: RegisteredRedirectURI(platform: kind.platform, uri: $0.value), location: $0.location) }
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
    static let objectID = ValueSpec(text: .text, of: \.description) { GUID($0) == nil ? nil : ObjectID($0) }
}

extension ValueSpec where Value == ClientID {
    static let clientID = ValueSpec(text: .text, of: \.description) { $0.isEmpty ? nil : ClientID($0) }
}

extension ValueSpec where Value == GroupMembershipClaims {
    /// A word, or several words separated by commas.
    static let groupMembership = ValueSpec(
        .pattern("^[A-Za-z]+( *, *[A-Za-z]+)*$", called: "text"),
        export: { .string($0.names.joined(separator: ", ")) }
    ) { input, location, findings in
        guard let text = ValueSpec<String>.text.read(input, location, &findings) else { return nil }
        var claims = GroupMembershipClaims.none
        for part in text.utf8.split(separator: UInt8(ascii: ",")) {
            let name = String(decoding: part.filter { $0 != ASCII.space }, as: UTF8.self)
            guard let word = GroupMembershipClaims.words.first(where: { $0.name.isExactly(name) }) else {
                let hint = "one of " + GroupMembershipClaims.words.map(\.name).joined(separator: ", ")
                findings.error(location, "unknown value \"\(name)\"", hint: hint)
                return nil
            }
            claims.formUnion(word.claims)
        }
        return claims
    }
}
