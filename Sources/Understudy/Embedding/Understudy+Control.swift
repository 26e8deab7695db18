import Wire

/// The control plane, typed: what `/_understudy/…` does over HTTP, and by the same code.
extension Understudy {
    /// Answers laid down for requests to come.
    public var scripts: ScriptControl { ScriptControl(control: control) }

    /// What the server was asked.
    public var journal: JournalControl { JournalControl(control: control) }

    /// The server's clock.
    public var clock: ClockControl { ClockControl(control: control, tenant: nil) }

    /// The directory as a whole.
    public var directory: DirectoryControl { DirectoryControl(control: control) }

    /// Tokens to order.
    public var tokens: TokenControl { TokenControl(control: control) }

    /// The keys that sign tokens.
    public var keys: KeyControl { KeyControl(control: control) }

    /// The users, groups, applications, consents and role assignments of a tenant, as Microsoft Graph has them.
    ///
    /// - Parameter tenant: Id or domain.
    public func graph(of tenant: String) -> GraphControl { GraphControl(control: control, tenant: tenant) }

    /// Puts everything back to the configuration: directory, consents, sessions, tokens, scripts, clock, journal.
    ///
    /// - Parameter tenant: Id or domain of the tenant that alone is put back; nil for all.
    /// - Throws: ``ControlError`` of status 404 where there is no such tenant, 503 where it cannot be kept.
    public func reset(tenant: String? = nil) throws(ControlError) {
        try control.json(.control("POST", "reset", query: Form(of: ["tenant": tenant])))
    }

    /// Ends what was issued until now: refresh tokens, codes and sessions are good no longer.
    ///
    /// - Parameter subject: To whom it was issued.
    /// - Returns: The moment until which it was issued.
    /// - Throws: ``ControlError`` of status 404 for what is not there, 503 where it cannot be kept.
    @discardableResult
    public func revoke(_ subject: RevokedSubject) throws(ControlError) -> Instant {
        let answer = try control.json(.control("POST", "revocations", body: .texts(subject.members)))
        return try (answer["revokedAt"]?.instant).promised("revokedAt")
    }

    /// To whom something was issued.
    public enum RevokedSubject: Sendable, Hashable {
        /// To the user of that id or name.
        case user(String)
        /// To the application of that client id.
        case application(String)
        /// To everybody in the tenant of that id or domain.
        case tenant(String)

        var members: [String: String] {
            switch self {
            case .user(let name): ["user": name]
            case .application(let id): ["application": id]
            case .tenant(let name): ["tenant": name]
            }
        }
    }

    /// One-time codes that were "sent" to users, the newest first.
    ///
    /// - Parameter recipient: The mail address or telephone number; nil for all.
    /// - Throws: ``ControlError`` where they cannot be had.
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
        /// By which way.
        public enum Channel: String, Sendable {
            /// As mail.
            case email
            /// As a short message.
            case sms
        }

        /// The mail address or telephone number.
        public let recipient: String
        /// By which way.
        public let channel: Channel
        /// The code.
        public let code: String
        /// When, by the tenant's clock.
        public let sentAt: Instant
    }
}
