import Crypto
import Directory
import Entra
import Formats
import Protocol

extension GraphType where Entity == Application {
    static let application = GraphType(
        "application", set: "applications", others: \.otherProperties, id: { $0.id.description },
        identity + declared("") + further + relations)

    private static let identity: [GraphProperty<Application>] =
        [
            .derived("id", .guid) { $0.id },
            .derived("deletedDateTime", .dateTime) { $0.deletedDateTime },
            .derived("appId", .text) { $0.appId },
            .stored("applicationTemplateId", \.otherProperties, .anyText),
            .derived("createdDateTime", .dateTime) { $0.createdDateTime },
            .property("displayName", \.displayName, .nonEmptyText(upTo: 256)).required,
            .stored("description", \.otherProperties, .anyText(upTo: 1_024)),
            .property("groupMembershipClaims", \.groupMembershipClaims, .groupMembership),
            .property("identifierUris", \.identifierUris, .list(.nonEmptyText)),
            .stored("isDeviceOnlyAuthSupported", \.otherProperties, .anyBoolean),
        ]

    private static let further: [GraphProperty<Application>] =
        [
            .stored("notes", \.otherProperties, .anyText(upTo: 1_024)),
            .stored("oauth2RequirePostResponse", \.otherProperties, .anyBoolean, absent: .bool(false)).onSelect,
            .stored("publisherDomain", \.otherProperties, .anyText).readOnly,
            .stored("serviceManagementReference", \.otherProperties, .anyText),
            .property("signInAudience", \.signInAudience, .word),
            .stored("tags", \.otherProperties, .anyTexts(100, of: 256), absent: .array([])),
            .stored("tokenEncryptionKeyId", \.otherProperties, .anyText),
            .property("nativeAuthenticationApisEnabled", \.nativeAuthenticationApis, .word),
            .stored("samlMetadataUrl", \.otherProperties, .anyText),
            .stored("defaultRedirectUri", \.otherProperties, .anyText),
            .property("optionalClaims", \.optionalClaims, .optionalClaims),
            .stored("addIns", \.otherProperties, .anyList, absent: .array([])),
            .nested("api", api),
            .property("appRoles", \.appRoles, .list(.appRole)),
            .stored("info", \.otherProperties, .anyObject),
            .property("keyCredentials", \.certificates, .list(.keyCredential)).detailed {
                .array($0.certificates.map(\.jsonWithKey))
            },
            .stored("parentalControlSettings", \.otherProperties, .anyObject),
            .property("passwordCredentials", \.secrets, .list(.passwordCredential)).creationOnly,
            .nested("publicClient", [.property("redirectUris", \.publicClientRedirectUris, .list(.nonEmptyText))]),
            .property("requiredResourceAccess", \.requiredResourceAccess, .list(.requiredResource)),
            .nested("spa", [.property("redirectUris", \.spaRedirectUris, .list(.nonEmptyText))]),
            .nested("web", web),
            authenticationBehaviors,
        ]

    /// The relations that filters name.
    private static let relations: [GraphProperty<Application>] = [
        .relation("owners") { application in
            .array(application.owners.map { .object([.init("id", .string($0.description))]) })
        },
        .relation("federatedIdentityCredentials") { application in
            .array(
                application.federatedIdentityCredentials.map { credential in
                    .object([
                        .init("name", .string(credential.name)), .init("issuer", .string(credential.issuer)),
                        .init("subject", credential.subject.map { .string($0) } ?? .null),
                    ])
                })
        },
    ]

    /// The behaviors that an application chooses. The property is null if the application chooses none, and has no member for a
    /// behavior that the application leaves to the service.
    private static let authenticationBehaviors: GraphProperty<Application> = {
        let name = "authenticationBehaviors"
        let stored = ["blockAzureADGraphAccess", "removeUnverifiedEmailClaim", "requireClientServicePrincipal"]
        let nested = GraphProperty<Application>.nested(
            name,
            declared(name) + stored.map { .stored($0, \.otherPartProperties.authenticationBehaviors, .anyBoolean) })
        return GraphProperty<Application>(name: name, kind: .complex) { application in
            let chosen = (nested.get(application).object ?? []).filter { $0.value != .null }
            return chosen.isEmpty ? .null : .object(chosen)
        } set: { (application, json, path) throws(GraphError) in
            try nested.set?(&application, json, path)
        }.onSelect
    }()

    private static let api: [GraphProperty<Application>] =
        declared("api") + [
            .property("oauth2PermissionScopes", \.oauth2PermissionScopes, .list(.permissionScope)),
            .property("preAuthorizedApplications", \.preAuthorizedApplications, .list(.preAuthorizedApplication)),
        ]

    private static let web: [GraphProperty<Application>] =
        [.stored("homePageUrl", \.otherPartProperties.web, .anyText)] + declared("web") + [
            .property("redirectUris", \.webRedirectUris, .list(.nonEmptyText)),
            .nested("implicitGrantSettings", declared("implicitGrantSettings")),
        ]

    /// Returns the properties of an object that keys of the configuration declare, sorted by name.
    private static func declared(_ object: String) -> [GraphProperty<Application>] {
        ApplicationProperties.graphKeys.filter { $0.object.isExactly(object) }
            .sorted { $0.name.precedes($1.name) }.map(GraphProperty.init)
    }
}

/// The values of `nativeAuthenticationApisEnabled`.
enum NativeAuthenticationApis: String, Sendable, CaseIterable {
    case none
    case all
}

/// The properties that Microsoft Graph has in another form than the model.
extension ApplicationProperties {
    fileprivate var nativeAuthenticationApis: NativeAuthenticationApis {
        get { nativeAuthentication ? .all : .none }
        set { nativeAuthentication = newValue == .all }
    }

    fileprivate var webRedirectUris: [String] {
        get { uris(of: .web) }
        set { setURIs(newValue, of: .web) }
    }

    fileprivate var spaRedirectUris: [String] {
        get { uris(of: .spa) }
        set { setURIs(newValue, of: .spa) }
    }

    fileprivate var publicClientRedirectUris: [String] {
        get { uris(of: .publicClient) }
        set { setURIs(newValue, of: .publicClient) }
    }

    private func uris(of platform: ClientPlatform) -> [String] {
        redirectURIs.filter { $0.platform == platform }.map(\.uri.string)
    }

    private mutating func setURIs(_ uris: [String], of platform: ClientPlatform) {
        redirectURIs.removeAll { $0.platform == platform }
        redirectURIs += uris.map { RegisteredRedirectURI(platform: platform, uri: $0) }
    }

    /// The certificates of the registration.
    fileprivate var certificates: [KeyCredential] {
        get { keyCredentials.filter { !$0.isOfServicePrincipal } }
        set { setCertificates(newValue, ofServicePrincipal: false) }
    }

    /// The certificates of the service principal.
    var servicePrincipalCertificates: [KeyCredential] {
        get { keyCredentials.filter(\.isOfServicePrincipal) }
        set { setCertificates(newValue, ofServicePrincipal: true) }
    }

    /// Replaces the certificates of the registration or of the service principal. An entry without its certificate, as Microsoft
    /// Graph returns entries, keeps the previous certificate and its usage.
    private mutating func setCertificates(_ entries: [KeyCredential], ofServicePrincipal: Bool) {
        let before = keyCredentials.filter { $0.isOfServicePrincipal == ofServicePrincipal }
        let others = keyCredentials.filter { $0.isOfServicePrincipal != ofServicePrincipal }
        let changed = entries.map { entry in
            var entry = entry
            entry.isOfServicePrincipal = ofServicePrincipal
            guard entry.certificate == nil, let id = entry.keyId,
                let known = before.first(where: { $0.keyId?.isExactlyIgnoringASCIICase(id) == true })
            else { return entry }
            entry.certificate = known.certificate
            entry.usage = entry.usage ?? known.usage
            return entry
        }
        keyCredentials = others + changed
    }

    /// The client secrets of the registration, followed by the secrets that an export lists without their text.
    fileprivate var secrets: [SecretEntry] {
        get {
            passwordCredentials.filter { !$0.isOfServicePrincipal }.map(SecretEntry.init)
                + undisclosedPasswords.map { SecretEntry(description: $0) }
        }
        set { passwordCredentials = newValue.map(\.credential) + passwordCredentials.filter(\.isOfServicePrincipal) }
    }

    /// The client secrets of the service principal.
    var servicePrincipalSecrets: [SecretEntry] {
        passwordCredentials.filter(\.isOfServicePrincipal).map(SecretEntry.init)
    }
}

/// A client secret as Microsoft Graph returns it, without the secret text.
struct SecretEntry: Sendable {
    var description = RedactedPassword()

    init(description: RedactedPassword = RedactedPassword()) {
        self.description = description
    }

    init(_ credential: PasswordCredential) {
        description.keyId = credential.keyId
        description.displayName = credential.displayName
        description.hint = credential.secretText.firstScalars(3)
        description.startDateTime = credential.startDateTime
        description.endDateTime = credential.endDateTime
    }

    /// The credential without its text, which is created later.
    var credential: PasswordCredential {
        var credential = PasswordCredential(secretText: "")
        credential.displayName = description.displayName
        credential.startDateTime = description.startDateTime
        credential.endDateTime = description.endDateTime
        return credential
    }
}

extension GraphValue where Value == SecretEntry {
    static let passwordCredential = GraphValue.complex(
        SecretEntry(),
        [
            .derived("customKeyIdentifier", .text) { _ in nil as String? },
            .property("displayName", \.description.displayName, .text),
            .property("endDateTime", \.description.endDateTime, .dateTime),
            .derived("hint", .text) { $0.description.hint },
            .derived("keyId", .text) { $0.description.keyId },
            .derived("secretText", .text) { _ in nil as String? },
            .property("startDateTime", \.description.startDateTime, .dateTime),
        ])
}

extension GraphValue where Value == KeyCredential {
    static let keyCredential = GraphValue.complex(
        KeyCredential(),
        [
            .derived("customKeyIdentifier", .text) {
                $0.certificate.map { Base64.standard(Digest.sha1($0)) }
            }.ignored,
            .property("displayName", \.displayName, .text),
            .property("endDateTime", \.endDateTime, .dateTime),
            GraphProperty(name: "key", kind: .text) { _ in
                .null
            } set: { (credential, json, path) throws(GraphError) in
                guard json != .null else { return }
                guard let certificate = json.string.flatMap(KeyCredential.certificate(inKey:)) else {
                    throw .invalidValue(path, "the key must be a certificate, as DER or PEM, in base64")
                }
                credential.certificate = certificate
            },
            .property("keyId", \.keyId, .text),
            .property("startDateTime", \.startDateTime, .dateTime),
            .constant("type", "AsymmetricX509Cert"),
            GraphProperty(name: "usage", kind: .text) { (credential: KeyCredential) in
                .string(credential.usage ?? "Verify")
            } set: { (credential, json, path) throws(GraphError) in
                guard let usage = json.string, KeyCredential.usages.contains(where: usage.isExactly) else {
                    throw .invalidValue(
                        path, "the value must be one of \(KeyCredential.usages.joined(separator: ", "))")
                }
                credential.usage = usage
            },
        ])
}

extension KeyCredential {
    /// The credential with its key, which only a response with one object that selects `keyCredentials` has (keyCredential in the
    /// reference of Microsoft Graph).
    var jsonWithKey: JSONValue {
        let members = GraphValue<KeyCredential>.keyCredential.json(self).object ?? []
        return .object(
            members.map { member in
                guard member.name.isExactly("key"), let certificate else { return member }
                return JSONValue.Member("key", .string(Base64.standard(certificate)))
            })
    }

    /// Returns the certificate of the property `key` in DER, or nil. The service takes DER and PEM, and base64 with line breaks:
    /// Terraform's azuread sends PEM (`internal/helpers/credentials`), and Azure CLI sends lines (`_get_public`).
    fileprivate static func certificate(inKey text: String) -> [UInt8]? {
        guard let bytes = Base64.decodeStandard(text.utf8.filter { $0 > ASCII.space }) else { return nil }
        return bytes.first == 0x30 ? bytes : PEMCertificate.first(in: bytes)
    }
}

extension GraphProperty where Entity == Application {
    /// Creates a property that a key of the configuration declares.
    fileprivate init(_ key: GraphKey<ApplicationProperties>) {
        self.init(name: key.name, kind: GraphKind(key.kind)) {
            key.get($0.properties)
        } set: {
            (application, json, path) throws(GraphError) in
            var properties = application.properties
            if let problem = key.set(&properties, json) {
                throw .invalidValue(path + problem.path, problem.expectation)
            }
            application = Application(properties)
        }
    }
}

extension GraphKind {
    fileprivate init(_ kind: GraphKeyKind) {
        self =
            switch kind {
            case .text: .text
            case .boolean: .boolean
            case .list: .list
            }
    }
}

extension GraphProperty {
    /// Returns a property with one value. A write of any other value is rejected.
    static func constant(_ name: String, _ text: String) -> GraphProperty {
        GraphProperty(name: name, kind: .text) { _ in
            .string(text)
        } set: { (_, json, path) throws(GraphError) in
            guard json.string?.isExactly(text) == true else { throw .invalidValue(path, "only \(text) is supported") }
        }
    }

    /// The property with writes ignored.
    var ignored: GraphProperty {
        GraphProperty(name: name, kind: kind, get: get) { (_, _, _) throws(GraphError) in }
    }
}
