import Directory
import Entra
import Formats

/// Evaluates the conditions that a policy has in the form of Microsoft Graph: the location, the platform and the flow of a sign-in,
/// and the kinds of guests (docs/reference/protocol.md#conditional-access-conditions).
struct PolicyConditions {
    let policy: ConditionalAccessPolicy
    let situation: PolicyContext

    /// Whether the sign-in meets the conditions. A policy about workload identities applies to no user, and no sign-in has a risk
    /// that the server does not know.
    var areMet: Bool {
        isAtLocation && isOnPlatform && isByFlow && includesDevice && self["clientApplications"] == nil
            && self["insiderRiskLevels"] == nil && self["servicePrincipalRiskLevels"] == nil
    }

    /// The policy with its condition on kinds of guests evaluated for the user.
    var resolved: ConditionalAccessPolicy {
        var resolved = policy
        if isListed("includeGuestsOrExternalUsers") { resolved.users.included.all = true }
        if isListed("excludeGuestsOrExternalUsers") { resolved.users.excluded.all = true }
        return resolved
    }

    private subscript(_ name: String) -> JSONValue? {
        policy.other.conditions.first { $0.name.isExactly(name) && $0.value != .null }?.value
    }

    private var isAtLocation: Bool {
        let (included, excluded) = policy.locations
        guard !included.isEmpty || !excluded.isEmpty else { return true }
        return included.contains(where: isAt) && !excluded.contains(where: isAt)
    }

    /// Whether the address of the client is in the location with the name.
    private func isAt(_ name: String) -> Bool {
        let locations = situation.tenant.policyTable
        if name.isExactly("All") { return true }
        if name.isExactly("AllTrusted") {
            return locations.policies(.namedLocation).contains { $0["isTrusted"]?.bool == true && isIn($0) }
        }
        return locations[.namedLocation, ObjectID(name)].map(isIn) ?? false
    }

    /// Whether the address of the client is in a named location. The server knows the country of no address.
    private func isIn(_ location: DirectoryPolicy) -> Bool {
        guard let ranges = location["ipRanges"]?.array else {
            return location["includeUnknownCountriesAndRegions"]?.bool ?? false
        }
        return ranges.contains { range in
            range["cidrAddress"]?.string.flatMap { AddressRange($0) }?.contains(situation.address) ?? false
        }
    }

    private var isOnPlatform: Bool {
        guard let platforms = self["platforms"] else { return true }
        func isListed(_ member: String) -> Bool {
            platforms.texts(member).contains { name in
                name.isExactly("all") || situation.system.map { name.isExactly($0.rawValue) } ?? false
            }
        }
        return isListed("includePlatforms") && !isListed("excludePlatforms")
    }

    private var isByFlow: Bool {
        guard let methods = self["authenticationFlows"]?["transferMethods"]?.string, !methods.isExactly("none") else {
            return true
        }
        return situation.deviceProof == .deviceCode
            && methods.pieces(separatedBy: ",").contains { $0.containsExactly("deviceCodeFlow") }
    }

    /// Whether the filter for devices lets the policy apply. No device matches a malformed rule.
    private var includesDevice: Bool {
        guard let filter = self["devices"]?["deviceFilter"], let mode = filter["mode"]?.string else { return true }
        let matches = DeviceRule(filter["rule"]?.string ?? "")?.matches(situation.device) ?? false
        return mode.isExactly("include") ? matches : !matches
    }

    /// Whether the user is one of the guests of a member of `users`. All guests here come from another tenant by an invitation.
    private func isListed(_ member: String) -> Bool {
        let tenant = situation.tenant.id
        guard situation.user.isGuest(in: tenant),
            let guests = policy.other.users.first(where: { $0.name.isExactly(member) })?.value,
            let types = guests["guestOrExternalUserTypes"]?.string,
            types.pieces(separatedBy: ",").contains(where: { $0.containsExactly("b2bCollaborationGuest") })
        else { return false }
        guard let tenants = guests["externalTenants"]?["members"]?.array else { return true }
        return tenants.contains { $0.string.map { TenantID($0) } == situation.user.home.tenantID }
    }
}

/// The operating system of a client, with the names of Microsoft Graph (`conditionalAccessDevicePlatform`).
enum ClientSystem: String, Sendable, CaseIterable {
    case windowsPhone
    case windows
    case android
    case iOS
    case macOS
    case linux

    /// Finds the system in the header `User-Agent`. The first row that matches counts, because several systems imitate another.
    init?(userAgent: String) {
        let marks: [(String, ClientSystem)] = [
            ("Windows Phone", .windowsPhone), ("Windows", .windows), ("Android", .android), ("iPhone", .iOS),
            ("iPad", .iOS), ("Macintosh", .macOS), ("Mac OS X", .macOS), ("Linux", .linux),
        ]
        guard let found = marks.first(where: { userAgent.containsExactly($0.0) }) else { return nil }
        self = found.1
    }
}
