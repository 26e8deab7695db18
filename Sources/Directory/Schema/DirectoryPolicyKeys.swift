import Entra
import Formats

/// A policy or a named location in a file. References to applications are resolved after the whole file is read.
struct DirectoryPolicyDraft: Sendable {
    var policy: DirectoryPolicy
    let location: ConfigurationLocation
    var id: Marked<String>?
    var definition: [Marked<String>] = []
    var appliesTo: [Marked<String>] = []

    init(_ kind: DirectoryPolicy.Kind, location: ConfigurationLocation) {
        policy = DirectoryPolicy(kind, id: kind.onlyID ?? ObjectID(""))
        self.location = location
    }
}

extension DirectoryPolicyDraft {
    /// The key of each kind of policy in a tenant. The key of a kind with one policy contains the policy, and any other key a list.
    static let tenantKeys: [KeySpec<TenantDraft>] = DirectoryPolicy.Kind.allCases.map { kind in
        .key(kind.rawValue, \.[policies: kind], list(of: kind), help(kind))
    }

    private static func help(_ kind: DirectoryPolicy.Kind) -> String {
        switch kind {
        case .claimsMapping: "Policies on the claims in tokens, which appliesTo assigns to service principals."
        case .tokenLifetime: "Policies on the lifetime of access tokens and id_tokens."
        case .tokenIssuance: "Policies on SAML tokens, which are only stored."
        case .homeRealmDiscovery: "Policies on the sign-in of users of federated domains."
        case .activityBasedTimeout: "Policies on the timeout of portals, which are only stored."
        case .appManagement: "Restrictions on the secrets and certificates of the applications in appliesTo."
        case .namedLocation: "The named locations of Conditional Access policies."
        case .defaultAppManagement: "Restrictions on the secrets and certificates of all applications."
        case .authorization:
            "What users may do by default. Only allowedToCreateApps and permissionGrantPoliciesAssigned have an effect."
        case .securityDefaults: "Whether security defaults are enabled, which exclude Conditional Access policies."
        }
    }

    /// Returns the specification of the policies of a kind. An export has the only policy of a kind without a list.
    private static func list(of kind: DirectoryPolicy.Kind) -> ValueSpec<[DirectoryPolicyDraft]> {
        let element = value(of: kind)
        let list = ValueSpec<[DirectoryPolicyDraft]>.list(element)
        guard kind.onlyID != nil else { return list }
        return ValueSpec(element.shape, export: { $0.first.map(element.export) ?? .null }) {
            input, location, findings in
            if case .sequence = input.kind { return list.read(input, location, &findings) }
            return element.read(input, location, &findings).map { [$0] }
        }
    }

    /// Returns the specification of one policy.
    static func value(of kind: DirectoryPolicy.Kind) -> ValueSpec<DirectoryPolicyDraft> {
        values[kind] ?? spec(of: kind)
    }

    private static let values: [DirectoryPolicy.Kind: ValueSpec<DirectoryPolicyDraft>] = Dictionary(
        DirectoryPolicy.Kind.allCases.map { ($0, spec(of: $0)) }, uniquingKeysWith: { first, _ in first })

    /// `claimsMappingPolicy` in the schema is the policy of one application, so the object of Graph has another name there.
    private static func spec(of kind: DirectoryPolicy.Kind) -> ValueSpec<DirectoryPolicyDraft> {
        ObjectSpec<DirectoryPolicyDraft>(
            kind == .claimsMapping ? "sharedClaimsMappingPolicy" : kind.typeName,
            "A policy (Graph \(kind.typeName)).", unknownKeys: .kept(\.policy.otherProperties),
            keys: keys(of: kind)
        ).value { DirectoryPolicyDraft(kind, location: $0) }
    }

    private static func keys(of kind: DirectoryPolicy.Kind) -> [KeySpec<DirectoryPolicyDraft>] {
        let id = KeySpec<DirectoryPolicyDraft>.key(
            "id", \.id, .marked(kind.onlyID == nil ? .guid : .nonEmptyText),
            "The policy's id. Default: derived from the tenant and the name.")
        guard kind.onlyID == nil else { return [id] }
        var keys = [id, .key("displayName", \.policy.displayName, .nonEmptyText, "The policy's name.").required]
        if kind.definitionMember != nil {
            keys += [
                .key(
                    "definition", \.definition, .list(.marked(.nonEmptyText)),
                    "One text with the rules as JSON, as in Microsoft Graph."
                ).required,
                .key(
                    "isOrganizationDefault", \.policy.isOrganizationDefault, .bool,
                    "Whether the policy applies to every application of the tenant. Default false."),
            ]
        }
        if kind != .namedLocation {
            keys.append(
                .key(
                    "appliesTo", \.appliesTo, .list(.marked(.nonEmptyText)),
                    "The applications and service principals to which the policy is assigned, by object id or appId.")
            )
        }
        return keys
    }
}

extension TenantDraft {
    /// The policies of a kind, for the key of the kind.
    subscript(policies kind: DirectoryPolicy.Kind) -> [DirectoryPolicyDraft] {
        get { directoryPolicies[kind] ?? [] }
        set { directoryPolicies[kind] = newValue }
    }
}
