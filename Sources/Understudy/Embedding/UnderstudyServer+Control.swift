import ControlPlane
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import HTTP
import Protocol
import Store

/// The typed control plane: the functions of `/_understudy/…`, with the same code as over HTTP.
extension UnderstudyServer {
    /// The stubbed responses.
    public var stubs: StubControl { StubControl(control: control) }

    /// The request journal.
    public var journal: Understudy::JournalControl { .init(control: control) }

    /// The server's clock.
    public var clock: Understudy::ClockControl { .init(control: control, tenant: nil) }

    /// Returns the clock of one tenant. The tenant's clock is separate from its first change on, until both the tenant's and
    /// the server's clock are back at the machine's time, or the tenant is reset.
    ///
    /// - Parameter tenant: The ID or domain of the tenant.
    public func clock(forTenant tenant: String) -> Understudy::ClockControl { .init(control: control, tenant: tenant) }

    /// The directory as a whole.
    public var directory: Understudy::DirectoryControl { .init(control: control) }

    /// The tools for tokens.
    public var tokens: Understudy::TokenControl { .init(control: control) }

    /// The keys that sign tokens.
    public var keys: Understudy::KeyControl { .init(control: control) }

    /// Returns the users, groups, applications, consents and role assignments of a tenant, as in Microsoft Graph.
    ///
    /// - Parameter tenant: The ID or domain of the tenant.
    public func graph(forTenant tenant: String) -> Understudy::GraphControl { .init(control: control, tenant: tenant) }

    /// Resets everything to the configuration: directory, consents, sessions, tokens, stubs, clock and journal.
    ///
    /// - Parameter tenant: The ID or domain of the tenant to reset, or nil for all tenants.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 503 if the store is unavailable.
    public func reset(tenant: String? = nil) throws(Understudy::ControlError) {
        try control.call { (server) throws(ProblemDocument) in
            try server.controls.reset(tenant: try server.controls.tenant(toReset: tenant))
        }
    }

    /// Revokes everything issued until now: refresh tokens, codes and sessions become invalid.
    ///
    /// - Parameter subject: The user, the application or the tenant.
    /// - Returns: The time of the revocation.
    /// - Throws: ``ControlError`` of status 404 for an unknown subject, and 503 if the store is unavailable.
    @discardableResult
    public func revoke(_ subject: Understudy::RevokedSubject) throws(Understudy::ControlError) -> Date {
        try control.call { (server) throws(ProblemDocument) in
            let request =
                switch subject {
                case .user(let name): try RevocationRequest(checkingUser: name)
                case .application(let id): try RevocationRequest(checkingApplication: id)
                case .tenant(let name): try RevocationRequest(checkingTenant: name)
                }
            return Date(try request.revoke(server.controls).time)
        }
    }

    /// Approves the newest push notification of Microsoft Authenticator to a user that waits for an answer. A number other than the
    /// number on the sign-in page denies the sign-in, as in the app.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - number: The number that the sign-in page shows.
    ///   - tenant: The ID or a domain of the tenant, or nil for any tenant.
    /// - Returns: The notification after the answer.
    /// - Throws: ``ControlError`` of status 404 if no notification to the user waits, and 503 if the store is unavailable.
    @discardableResult
    public func approvePush(
        to user: String, number: String, tenant: String? = nil
    ) throws(Understudy::ControlError) -> Understudy::SentCode {
        try answerPush(to: user, number: number, tenant: tenant)
    }

    /// Denies the newest push notification of Microsoft Authenticator to a user that waits for an answer.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - tenant: The ID or a domain of the tenant, or nil for any tenant.
    /// - Returns: The notification after the answer.
    /// - Throws: ``ControlError`` of status 404 if no notification to the user waits, and 503 if the store is unavailable.
    @discardableResult
    public func denyPush(
        to user: String, tenant: String? = nil
    ) throws(Understudy::ControlError) -> Understudy::SentCode {
        try answerPush(to: user, number: nil, tenant: tenant)
    }

    private func answerPush(
        to user: String, number: String?, tenant: String?
    ) throws(Understudy::ControlError) -> Understudy::SentCode {
        let services = control.services
        return try control.call { (server) throws(ProblemDocument) in
            let answer = try PushAnswer(checking: user, tenant: tenant, number: number)
            return Understudy::SentCode(try answer.run(server.controls, services), services)
        }
    }

    /// Returns the one-time codes and push notifications that were "sent" to users, the newest first.
    ///
    /// - Parameter recipient: The mail address, the telephone number, or the user name of a push notification. Nil for all codes.
    /// - Throws: ``ControlError`` if the server does not return the codes.
    public func outbox(to recipient: String? = nil) throws(Understudy::ControlError) -> [Understudy::SentCode] {
        let services = control.services
        return services.sentMessages(to: recipient).map { .init($0, services) }
    }
}

extension UnderstudyServer {
    /// Calls any operation of the control plane by its method and path, such as `PUT` and `clock`. Prefer typed members, such
    /// as ``clock``. This function also calls operations that have no typed member.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path below `/_understudy/`, without percent-encoding.
    ///   - query: The parameters of the query.
    ///   - body: The body, or nil for a request without a body.
    /// - Returns: The body of the response: JSON, a string for any other text, or null for a response without a body.
    /// - Throws: ``ControlError`` with the status of a rejected request, and for a body that is neither JSON nor text, such as that
    ///   of `ca.der`.
    @discardableResult
    public func call(
        _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:], body: Understudy::JSON? = nil
    ) throws(Understudy::ControlError) -> Understudy::JSON {
        let response = try control.send(
            ControlCalls.Request(
                method, ["_understudy"] + path.pieces(separatedBy: "/"),
                query: Form(query.map { Form.Field($0.key, $0.value) }), body: body))
        guard !response.body.isEmpty else { return .null }
        if let value = JSONValue(parsing: response.body) { return Understudy::JSON(value) }
        return .string(try String(validating: response.body, as: UTF8.self).unwrapped(path))
    }
}

/// The subject of a revocation.
public enum RevokedSubject: Sendable, Hashable {
    /// The user with this ID or name.
    case user(String)
    /// The application with this client ID.
    case application(String)
    /// Everybody in the tenant with this ID or domain.
    case tenant(String)
}

/// A one-time code or a push notification that was "sent".
public struct SentCode: Sendable, Hashable {
    /// The channel of a one-time code.
    public enum Channel: String, Sendable {
        /// The code was sent by mail.
        case email
        /// The code was sent by text message.
        case sms
        /// The Microsoft Authenticator app asks for an approval.
        case push
    }

    /// A request in the Microsoft Authenticator app to approve a sign-in.
    public struct Approval: Sendable, Hashable {
        /// The state of a request.
        public enum State: String, Sendable {
            /// The request waits for an answer.
            case pending
            /// The user approved the sign-in.
            case approved
            /// The user denied the sign-in, or typed a wrong number.
            case denied
            /// Nobody answered in time.
            case expired
        }

        /// The display name of the application to which the user signs in.
        public let application: String
        /// The address from which the user signs in.
        public let ipAddress: String
        /// The end of the time for an answer.
        public let expiresAt: Date
        /// The state.
        public let state: State
    }

    /// The mail address, the telephone number, or the user name of a push notification.
    public let recipient: String
    /// The channel of the code.
    public let channel: Channel
    /// The code, or the number that the sign-in page shows.
    public let code: String
    /// The request of a push notification, and nil for a code.
    public let approval: Approval?
    /// The time of sending, by the tenant's clock.
    public let sentAt: Date

    init(_ message: Outbox.Message, _ services: Services) {
        recipient = message.to
        channel =
            switch message.channel {
            case .email: .email
            case .sms: .sms
            case .push: .push
            }
        code = message.code
        sentAt = Date(message.sentAt)
        let state = message.state(services).flatMap(Approval.State.init(rawValue:))
        approval = message.approval.map { approval in
            Approval(
                application: approval.application, ipAddress: approval.ipAddress, expiresAt: Date(approval.expiresAt),
                state: state ?? .expired)
        }
    }
}
