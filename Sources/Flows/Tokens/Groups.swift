import Directory
import Entra
import Wire

extension TokenMinter {
    /// Most groups a token carries; beyond it the token says where to ask (docs/reference/protocol.md#groups-overage).
    static let maximumGroups = 200
    /// The same through the front channel.
    static let maximumFrontChannelGroups = 6

    /// Adds `roles`, and groups as the application wants them. `ordered` roles stand in place of assigned ones, and of groups that
    /// are told as roles.
    func addRolesAndGroups(
        _ subject: TokenSubject, ordered: [String]?, application: Application, optional: [OptionalClaims.Claim],
        isFrontChannel: Bool, to claims: inout ClaimSet
    ) {
        claims.set("roles", AppRoleMembership.roles(of: subject.user, in: subject.tenant, for: application))
        addGroups(subject, application: application, optional: optional, isFrontChannel: isFrontChannel, to: &claims)
        guard let ordered else { return }
        claims["roles"] = nil
        claims.set("roles", ordered)
    }

    /// Adds `groups` (or its overage form) and `wids` as the application's `groupMembershipClaims` and a `groups` optional
    /// claim ask.
    private func addGroups(
        _ subject: TokenSubject, application: Application, optional: [OptionalClaims.Claim], isFrontChannel: Bool,
        to claims: inout ClaimSet
    ) {
        let wanted = application.groupMembershipClaims
        if wanted.contains(.directoryRole) { claims.set("wids", subject.user.wellKnownRoleIDs) }
        guard wanted.contains(.securityGroup) || wanted.contains(.applicationGroup) else { return }
        let option = optional.first { $0.name.isExactly("groups") }?.additionalProperties ?? []
        let name = option.containsExactly("emit_as_roles") ? "roles" : "groups"
        // Where groups are the roles, roles that are assigned stand nowhere.
        claims[name] = nil
        let groups = subject.user.groups.compactMap(subject.tenant.group).filter { group in
            wanted.contains(.securityGroup)
                ? wanted.contains(group.securityEnabled ? .securityGroup : .distributionGroup)
                : isAssigned(group, to: application, in: subject.tenant)
        }
        guard groups.count <= (isFrontChannel ? TokenMinter.maximumFrontChannelGroups : TokenMinter.maximumGroups)
        else {
            addOverage(subject, isFrontChannel: isFrontChannel, to: &claims)
            return
        }
        claims.set(name, groups.map { groupName($0, option) })
    }

    private func isAssigned(_ group: Group, to application: Application, in tenant: Tenant) -> Bool {
        tenant.appRoleAssignments(for: application.clientID).contains { $0.principal == .group(group.id) }
    }

    /// A group that comes from a Windows domain by the name that it has there, where one is asked for; else by its display name,
    /// or its id.
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

    private func addOverage(_ subject: TokenSubject, isFrontChannel: Bool, to claims: inout ClaimSet) {
        guard !isFrontChannel else {
            claims["hasgroups"] = .bool(true)
            return
        }
        let endpoint =
            "https://\(services.cloud(of: subject.tenant).azureADGraphHost)/\(subject.tenant.id)/users/\(subject.user.id)/getMemberObjects"
        claims["_claim_names"] = .object([.init("groups", .string("src1"))])
        claims["_claim_sources"] = .object([
            .init("src1", .object([.init("endpoint", .string(endpoint))]))
        ])
    }
}

extension UserProperties {
    /// `wids`: the template ids of the user's directory roles, and of the one that every user has.
    var wellKnownRoleIDs: [String] {
        directoryRoles.map(\.description) + ["b79fbf4d-3ef9-4689-8143-76b194e85509"]
    }
}
