import Directory
import Entra
import Wire

extension TokenMinter {
    /// Most groups a token carries; beyond it the token says where to ask (entra-protocol §8.4).
    static let maximumGroups = 200
    /// The same through the front channel.
    static let maximumFrontChannelGroups = 6

    /// Adds `groups` (or its overage form) and `wids` as the application's `groupMembershipClaims` and a `groups` optional
    /// claim ask.
    func addGroups(
        _ subject: TokenSubject, application: Application, optional: [OptionalClaims.Claim], isFrontChannel: Bool,
        to claims: inout ClaimSet
    ) {
        let wanted = application.groupMembershipClaims
        if wanted.contains(.directoryRole) { claims.set("wids", subject.user.wellKnownRoleIDs) }
        guard wanted.contains(.securityGroup) || wanted.contains(.applicationGroup) else { return }
        let option = optional.first { $0.name.isExactly("groups") }?.additionalProperties ?? []
        let groups = subject.user.groups.compactMap(subject.tenant.group).filter { group in
            wanted.contains(.securityGroup)
                ? group.securityEnabled : isAssigned(group, to: application, in: subject.tenant)
        }
        guard groups.count <= (isFrontChannel ? TokenMinter.maximumFrontChannelGroups : TokenMinter.maximumGroups)
        else {
            addOverage(subject, isFrontChannel: isFrontChannel, to: &claims)
            return
        }
        let names = groups.map { groupName($0, option) }
        claims.set(option.contains("emit_as_roles") ? "roles" : "groups", names)
    }

    private func isAssigned(_ group: Group, to application: Application, in tenant: Tenant) -> Bool {
        tenant.appRoleAssignments(for: application.clientID).contains { $0.principal == .group(group.id) }
    }

    private func groupName(_ group: Group, _ option: [String]) -> String {
        if option.contains("cloud_displayname") { return group.displayName }
        // Only groups that come from a Windows domain have those names.
        guard let name = group.onPremisesSamAccountName else { return group.id.description }
        if option.contains("dns_domain_and_sam_account_name"), let domain = group.onPremisesDomainName {
            return "\(domain)\\\(name)"
        }
        if option.contains("netbios_domain_and_sam_account_name"), let domain = group.onPremisesNetBiosName {
            return "\(domain)\\\(name)"
        }
        return option.contains("sam_account_name") ? name : group.id.description
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
