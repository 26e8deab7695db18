import Directory
import Entra
import Formats

extension TokenMinter {
    /// The maximum number of groups in a token. Beyond the maximum, the token states where to request the groups
    /// (docs/reference/protocol.md#groups-overage).
    static let maximumGroups = 200
    /// The maximum number of groups in a token that is issued through the front channel.
    static let maximumFrontChannelGroups = 6
    /// The maximum number of groups in a SAML assertion.
    static let maximumAssertionGroups = 150

    /// Adds `roles`, and the groups that the application requests. `ordered` roles replace the assigned roles and the groups that
    /// are emitted as roles.
    func addRolesAndGroups(
        _ subject: TokenSubject, ordered: [String]?, application: Application, optional: [OptionalClaims.Claim],
        isFrontChannel: Bool, to claims: inout ClaimSet
    ) {
        claims.set("roles", AppRoleMembership.roles(of: subject.user, in: subject.tenant, for: application))
        if application.groupMembershipClaims.contains(.directoryRole) { claims.set("wids", subject.wellKnownRoleIDs) }
        addGroups(
            of: GroupClaimHolder(subject), application: application, optional: optional, isFrontChannel: isFrontChannel,
            to: &claims)
        guard let ordered else { return }
        claims["roles"] = nil
        claims.set("roles", ordered)
    }

    /// Adds `groups`, or the overage claims, as the application's `groupMembershipClaims` and its optional claim `groups` require.
    func addGroups(
        of holder: GroupClaimHolder, application: Application, optional: [OptionalClaims.Claim], isFrontChannel: Bool,
        to claims: inout ClaimSet
    ) {
        let maximum = isFrontChannel ? TokenMinter.maximumFrontChannelGroups : TokenMinter.maximumGroups
        guard let claim = groupClaim(of: holder, application, optional, upTo: maximum) else { return }
        // Groups that are emitted as roles replace the assigned roles.
        claims[claim.name] = nil
        if let values = claim.values {
            claims.set(claim.name, values)
        } else if isFrontChannel {
            claims["hasgroups"] = .bool(true)
        } else {
            claims["_claim_names"] = .object([.init("groups", .string("src1"))])
            claims["_claim_sources"] = .object([
                .init("src1", .object([.init("endpoint", .string(groupsEndpoint(of: holder)))]))
            ])
        }
    }

    /// Returns the claim with the groups in which the user or service principal is directly or through other groups, or nil if the
    /// application requests none. Only groups that are assigned to the application require a direct membership
    /// (docs/reference/protocol.md#groups-nested).
    func groupClaim(
        of holder: GroupClaimHolder, _ application: Application, _ optional: [OptionalClaims.Claim], upTo maximum: Int
    ) -> GroupClaim? {
        let requested = application.groupMembershipClaims
        guard requested.contains(.securityGroup) || requested.contains(.applicationGroup) else { return nil }
        let option = optional.first { $0.name.isExactly("groups") }?.additionalProperties ?? []
        var groups: [Group]
        if requested.contains(.securityGroup) {
            groups = holder.tenant.transitiveGroups(of: holder.groups).compactMap(holder.tenant.group).filter {
                requested.contains($0.securityEnabled ? .securityGroup : .distributionGroup)
            }
        } else {
            groups = holder.groups.compactMap(holder.tenant.group).filter {
                isAssigned($0, to: application, in: holder.tenant)
            }
        }
        if let filter = holder.tenant.claimsMappingPolicy(of: application)?.groupFilter {
            groups = groups.filter(filter.admits)
        }
        return GroupClaim(
            name: option.containsExactly("emit_as_roles") ? "roles" : "groups",
            values: groups.count <= maximum ? groups.map { groupName($0, option) } : nil)
    }

    /// The address that a token with too many groups names. The address is one of the retired Azure AD Graph
    /// (docs/reference/protocol.md#groups-claim-names).
    func groupsEndpoint(of holder: GroupClaimHolder) -> String {
        let host = services.cloud(of: holder.tenant).azureADGraphHost
        return "https://\(host)/\(holder.tenant.id)/\(holder.path)/getMemberObjects"
    }

    private func isAssigned(_ group: Group, to application: Application, in tenant: Tenant) -> Bool {
        tenant.appRoleAssignments(for: application.clientID).contains { $0.principal == .group(group.id) }
    }

    /// Returns the value of a group in the claim. A group from a Windows domain has its name in that domain if the optional claim
    /// requests that name. Other groups have their display name or their ID.
    private func groupName(_ group: Group, _ option: [String]) -> String {
        let cloudName = option.containsExactly("cloud_displayname") ? group.displayName : group.id.description
        guard let name = group.onPremisesSamAccountName else { return cloudName }
        if option.containsExactly("dns_domain_and_sam_account_name"), let domain = group.onPremisesDomainName {
            return "\(domain)\\\(name)"
        }
        if option.containsExactly("netbios_domain_and_sam_account_name"), let domain = group.onPremisesNetBiosName {
            return "\(domain)\\\(name)"
        }
        return option.containsExactly("sam_account_name") ? name : cloudName
    }
}

/// The groups of a token: the claim that lists them, and their values, or nil if there are too many.
struct GroupClaim: Sendable {
    let name: String
    let values: [String]?
}

/// The user or service principal whose groups a token lists.
struct GroupClaimHolder: Sendable {
    let tenant: Tenant
    /// The groups of which the holder is a direct member.
    let groups: [ObjectID]
    /// The path of the holder at Microsoft Graph, for tokens with too many groups.
    let path: String

    init(_ subject: TokenSubject) {
        tenant = subject.tenant
        groups = subject.user.groups
        path = "users/\(subject.user.id)"
    }

    init(servicePrincipal id: ObjectID, in tenant: Tenant) {
        self.tenant = tenant
        groups = tenant.groups(of: id)
        path = "servicePrincipals/\(id)"
    }
}

extension TokenSubject {
    /// The `wids` claim: the template IDs of the directory roles that the user has in person or through a group, and the ID of
    /// every member or of every guest (docs/reference/protocol.md#claim-wids).
    var wellKnownRoleIDs: [String] {
        tenant.directoryRoles(of: user).map(\.description)
            + [isGuest ? "13bd1c72-6f4a-4dcf-985f-18d3b80f208a" : "b79fbf4d-3ef9-4689-8143-76b194e85509"]
    }
}

/// The app roles of an application that a user holds, in person or through a group.
enum AppRoleMembership {
    /// Returns the values of the roles in the order of the application, or an empty list if the user has none. Only direct members
    /// of a group have its roles (docs/reference/protocol.md#groups-nested). Disabled roles stay
    /// in tokens as long as they are assigned (docs/reference/protocol.md#disabled-role).
    static func roles(of user: User, in tenant: Tenant, for application: Application) -> [String] {
        let assigned = Set(assignments(of: user, in: tenant, for: application).map(\.appRole))
        guard !assigned.isEmpty else { return [] }
        return application.roles(assigned).filter(\.allowsUsers).map(\.value)
    }

    /// Whether the user may use an application that requires assignment (AADSTS50105).
    static func isAssigned(
        _ user: User, in tenant: Tenant, to application: Application
    ) -> Bool {
        !assignments(of: user, in: tenant, for: application).isEmpty
    }

    private static func assignments(
        of user: User, in tenant: Tenant, for application: Application
    ) -> [AppRoleAssignment] {
        tenant.appRoleAssignments(for: application.clientID).filter { assignment in
            switch assignment.principal {
            case .user(let id): id == user.id
            case .group(let id): user.groups.contains(id)
            case .application: false
            }
        }
    }
}
