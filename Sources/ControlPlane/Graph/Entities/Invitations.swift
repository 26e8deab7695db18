import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// An invitation of a guest, as a request describes it (Microsoft Graph `invitation`).
struct Invitation: Sendable {
    var invitedUserEmailAddress = ""
    var inviteRedirectUrl = ""
    var invitedUserDisplayName: String?
    var invitedUserType = "Guest"
    var sendInvitationMessage = false
    var resetRedemption = false
    var invitedUserMessageInfo: JSONValue = .null
    var invitedUserID: ObjectID?
    /// The ID of the invitation, which the address for the redemption contains.
    var id = ""
    var inviteRedeemUrl = ""
    var status = Invitation.pending

    static let pending = "PendingAcceptance"
    static let accepted = "Accepted"

    /// The properties of a guest that an invitation sets, in `otherProperties`.
    enum Member {
        static let state = "externalUserState"
        static let stateChange = "externalUserStateChangeDateTime"
        static let creation = "creationType"
        /// The invitation that the guest has not redeemed yet: its ID and the URL after the redemption.
        static let invitation = "invitation"
    }
}

extension GraphType where Entity == Invitation {
    static let invitation = GraphType(
        "invitation", set: "invitations", id: { $0.id },
        [
            .derived("id", .text) { $0.id },
            .derived("inviteRedeemUrl", .text) { $0.inviteRedeemUrl },
            .property("invitedUserDisplayName", \.invitedUserDisplayName, .text(upTo: 256)),
            .property("invitedUserType", \.invitedUserType, .userType),
            .property("invitedUserEmailAddress", \.invitedUserEmailAddress, .nonEmptyText(upTo: 256)).required,
            .property("sendInvitationMessage", \.sendInvitationMessage, .boolean),
            .property("resetRedemption", \.resetRedemption, .boolean),
            .property("inviteRedirectUrl", \.inviteRedirectUrl, .nonEmptyText).required,
            .derived("status", .text) { $0.status },
            .property("invitedUserMessageInfo", \.invitedUserMessageInfo, .anyObject),
            .property("invitedUser", \.invitedUserID, .invitedUser),
        ])
}

extension GraphValue where Value == String {
    fileprivate static let userType = GraphValue.parsed(.text, { .string($0) }) { value in
        value.string.flatMap { type in ["Guest", "Member"].first { $0.isExactlyIgnoringASCIICase(type) } }
    }
}

extension GraphValue where Value == ObjectID {
    /// A user, of whom only the ID counts.
    fileprivate static let invitedUser = GraphValue.parsed(
        .complex, { .object([.init("id", .string($0.description))]) }
    ) { value in value["id"]?.string.map { ObjectID($0) } }
}

extension User {
    /// The value of `externalUserState`: nil for a member, and `Accepted` for a guest of the configuration.
    var externalUserState: String? {
        self.otherProperties.first { $0.name.isExactly(Invitation.Member.state) }?.value.string
            ?? (self.id == self.home.objectID ? nil : Invitation.accepted)
    }

    /// The value of `userType`, which an invitation may set.
    var userType: String {
        self.otherProperties.first { $0.name.isExactly("userType") }?.value.string
            ?? (self.id == self.home.objectID ? "Member" : "Guest")
    }

    fileprivate mutating func set(_ name: String, _ value: JSONValue?) {
        self.otherProperties.removeAll { $0.name.isExactly(name) }
        if let value { self.otherProperties.append(JSONValue.Member(name, value)) }
    }

    fileprivate mutating func invite(by invitation: Invitation, at now: Timestamp) {
        set(Invitation.Member.state, .string(Invitation.pending))
        set(Invitation.Member.stateChange, .string(now.iso8601))
        set(Invitation.Member.creation, .string("Invitation"))
        set(
            Invitation.Member.invitation,
            .object([
                .init("id", .string(invitation.id)), .init("redirectUrl", .string(invitation.inviteRedirectUrl)),
            ]))
    }
}

extension GraphOperation {
    static let invitations: [GraphOperation] = [
        GraphOperation("POST", "/invitations", .invite) { (request) throws(GraphError) in
            var invitation = Invitation()
            try GraphType.invitation.table.write(try request.members(), into: &invitation, .creation)
            try check(invitation)
            invitation.id = request.newID().description
            let guest = try invite(invitation, request)
            invitation.invitedUserID = guest.id
            invitation.inviteRedeemUrl =
                "\(request.services.origin)\(InvitationRedemption.path)"
                + "?tenant=\(request.tenant.id)&user=\(guest.id)&ticket=\(invitation.id)"
            try send(invitation, request)
            return request.created(invitation, .invitation, at: "/invitations")
        }
    ]

    private static func check(_ invitation: Invitation) throws(GraphError) {
        let parts = invitation.invitedUserEmailAddress.pieces(separatedBy: "@", keepingEmpty: true)
        let isPlain = invitation.invitedUserEmailAddress.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F }
        guard parts.count == 2, !parts[0].isEmpty, DomainName.isValid(parts[1]), isPlain else {
            throw .badRequest("The invited user email address is invalid.")
        }
        guard WebAddress(invitation.inviteRedirectUrl) != nil else {
            throw .badRequest("The inviteRedirectUrl is not a URL with http or https.")
        }
    }

    /// Adds the guest, or invites a guest again. Throws 400 for an address of a member.
    private static func invite(_ invitation: Invitation, _ request: GraphRequest) throws(GraphError) -> User {
        let address = invitation.invitedUserEmailAddress
        let now = request.services.now
        let (newID, unknownHome) = (
            request.newID(), User.Home(objectID: request.newID(), tenantID: TenantID(request.newID().description))
        )
        let home = home(of: address, request)
        return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            let known = invitation.invitedUserID.flatMap { edit.user($0) } ?? edit.user(named: address)
            if var guest = known {
                guard guest.isGuest(in: edit.tenant.id) else {
                    throw .badRequest(
                        "The invited user already exists in the directory as object ID: \(guest.id). "
                            + "They can use that account to sign in to shared apps and resources.")
                }
                guest.invite(by: invitation, at: now)
                let changed = guest
                try GraphError.check(
                    edit.update(guest.id) { $0 = changed }, key: "", conflict: "mail")
                return guest
            }
            guard !invitation.resetRedemption else {
                throw .badRequest("A redemption can be reset only for a guest: invitedUser must name the guest.")
            }
            var guest = User(
                id: newID, userPrincipalName: guestName(address, in: edit.tenant),
                displayName: invitation.invitedUserDisplayName ?? address.upTo("@"), tenantID: edit.tenant.id)
            guest.home = home ?? unknownHome
            guest.mail = address
            if invitation.invitedUserType.isExactly("Member") { guest.set("userType", .string("Member")) }
            guest.invite(by: invitation, at: now)
            try GraphError.check(edit.add(guest), key: address, conflict: "userPrincipalName")
            return guest
        }
    }

    /// Returns the account of another tenant of this server that has the address, or nil.
    private static func home(of address: String, _ request: GraphRequest) -> User.Home? {
        let domain = address.pieces(separatedBy: "@").last ?? ""
        let directory = request.services.directory
        guard let tenant = directory.tenant(ofDomain: domain) ?? directory.consumers, tenant.id != request.tenant.id
        else { return nil }
        return tenant.user(named: address)?.home
    }

    /// Returns the user principal name of a guest, such as `megan_fabrikam.com#EXT#@contoso.onmicrosoft.com`.
    private static func guestName(_ address: String, in tenant: Tenant) -> String {
        let domain = tenant.domains.first ?? tenant.id.description
        return address.replacingExactly("@", with: "_") + "#EXT#@" + domain
    }

    /// Puts the address for the redemption into the outbox.
    private static func send(_ invitation: Invitation, _ request: GraphRequest) throws(GraphError) {
        guard invitation.sendInvitationMessage else { return }
        let message = Outbox.Message(
            to: invitation.invitedUserEmailAddress, channel: .email, code: invitation.inviteRedeemUrl,
            sentAt: request.services.now, tenant: request.tenant.id)
        do {
            try request.services.outbox.deliver(message, now: request.services.horizon)
        } catch {
            throw .unavailable
        }
    }
}

extension ControlRoutes {
    /// The route at which a guest redeems an invitation.
    static let invitations: [Route<ControlEndpoint>] = [
        Route(["GET"], InvitationRedemption.path, .redeemInvitation)
    ]
}

/// The redemption of an invitation by its address.
enum InvitationRedemption {
    static let path = "/redeem"
}

extension ControlEndpoint {
    /// Marks the guest of an invitation as accepted, and redirects to the URL of the invitation. The address is the credential.
    /// Responds with status 404 if there is no such invitation.
    static var redeemInvitation: ControlEndpoint {
        ControlEndpoint(EndpointName.graph, crossOrigin: .allowed, isPublic: true) {
            (context, server) throws(EntraError) in
            guard let query = try? context.query.get(), let tenant = query["tenant"].map({ TenantID($0) }),
                let user = query["user"].map({ ObjectID($0) }), let ticket = query["ticket"],
                let url = try redeem(ticket, of: user, in: tenant, context.services)
            else { return .text(404, "There is no such invitation.") }
            var response = HTTPResponse(status: 302)
            response.headers.append("Location", url)
            return response
        }
    }

    /// Returns the URL after the redemption, or nil if the user has no such invitation.
    private static func redeem(
        _ ticket: String, of id: ObjectID, in tenant: TenantID, _ services: Services
    ) throws(EntraError) -> String? {
        let now = services.now
        let url = try services.edit(tenant) { edit -> String? in
            guard let user = edit.user(id),
                let invitation = user.otherProperties.first(where: { $0.name.isExactly(Invitation.Member.invitation) })?
                    .value,
                let text = invitation["id"]?.string, ConstantTime.equal(text, ticket),
                let url = invitation["redirectUrl"]?.string
            else { return nil }
            _ = edit.update(id) { user in
                user.set(Invitation.Member.state, .string(Invitation.accepted))
                user.set(Invitation.Member.stateChange, .string(now.iso8601))
            }
            return url
        } ending: { _ in
            nil
        }
        return url ?? nil
    }
}
