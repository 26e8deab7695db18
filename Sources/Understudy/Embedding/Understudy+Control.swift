import Formats

/// The typed control plane: the functions of `/_understudy/…`, with the same code as over HTTP.
extension Understudy {
    /// The stubbed responses.
    public var scripts: ScriptControl { ScriptControl(control: control) }

    /// The request journal.
    public var journal: JournalControl { JournalControl(control: control) }

    /// The server's clock.
    public var clock: ClockControl { ClockControl(control: control, tenant: nil) }

    /// The directory as a whole.
    public var directory: DirectoryControl { DirectoryControl(control: control) }

    /// The tools for tokens.
    public var tokens: TokenControl { TokenControl(control: control) }

    /// The keys that sign tokens.
    public var keys: KeyControl { KeyControl(control: control) }

    /// Returns the users, groups, applications, consents and role assignments of a tenant, as in Microsoft Graph.
    ///
    /// - Parameter tenant: The ID or domain of the tenant.
    public func graph(of tenant: String) -> GraphControl { GraphControl(control: control, tenant: tenant) }

    /// Resets everything to the configuration: directory, consents, sessions, tokens, stubs, clock and journal.
    ///
    /// - Parameter tenant: The ID or domain of the tenant to reset, or nil for all tenants.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 503 if the store is unavailable.
    public func reset(tenant: String? = nil) throws(ControlError) {
        try control.json(.control("POST", "reset", query: Form(of: ["tenant": tenant])))
    }

    /// Revokes everything issued until now: refresh tokens, codes and sessions become invalid.
    ///
    /// - Parameter subject: The user, the application or the tenant.
    /// - Returns: The time of the revocation.
    /// - Throws: ``ControlError`` of status 404 for an unknown subject, and 503 if the store is unavailable.
    @discardableResult
    public func revoke(_ subject: RevokedSubject) throws(ControlError) -> Instant {
        let answer = try control.json(.control("POST", "revocations", body: .texts(subject.members)))
        return try (answer["revokedAt"]?.instant).promised("revokedAt")
    }

    /// The subject of a revocation.
    public enum RevokedSubject: Sendable, Hashable {
        /// The user with this ID or name.
        case user(String)
        /// The application with this client ID.
        case application(String)
        /// Everybody in the tenant with this ID or domain.
        case tenant(String)

        var members: [String: String] {
            switch self {
            case .user(let name): ["user": name]
            case .application(let id): ["application": id]
            case .tenant(let name): ["tenant": name]
            }
        }
    }

    /// Returns the one-time codes that were "sent" to users, the newest first.
    ///
    /// - Parameter recipient: The mail address or telephone number, or nil for all codes.
    /// - Throws: ``ControlError`` if the server does not return the codes.
    public func outbox(to recipient: String? = nil) throws(ControlError) -> [SentCode] {
        let answer = try control.json(.control("GET", "outbox", query: Form(of: ["to": recipient])))
        var codes: [SentCode] = []
        for message in try (answer["messages"]?.array).promised("messages") {
            codes.append(
                SentCode(
                    recipient: try (message["to"]?.string).promised("to"),
                    channel: try (message["channel"]?.string).flatMap(SentCode.Channel.init(rawValue:))
                        .promised("channel"),
                    code: try (message["code"]?.string).promised("code"),
                    sentAt: try (message["sentAt"]?.instant).promised("sentAt")))
        }
        return codes
    }

    /// A one-time code that was "sent".
    public struct SentCode: Sendable, Hashable {
        /// The channel of a one-time code.
        public enum Channel: String, Sendable {
            /// The code was sent by mail.
            case email
            /// The code was sent by text message.
            case sms
        }

        /// The mail address or telephone number.
        public let recipient: String
        /// The channel of the code.
        public let channel: Channel
        /// The code.
        public let code: String
        /// The time of sending, by the tenant's clock.
        public let sentAt: Instant
    }
}
