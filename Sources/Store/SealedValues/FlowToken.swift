package import Formats

/// The state that a page passes to the next step of the same sign-in. The token binds the form to one request and one browser,
/// so that no other site and no other browser can take the step (RFC 9700 §4.7).
package struct FlowToken: SealedValue, Equatable {
    package static let kind = "flow"
    package static let version: UInt8 = 9
    /// The time for which a page may stay open, in seconds.
    package static let lifetime: Int64 = 3_600

    /// The ID of the browser, independent of the user. Two sign-ins in one browser do not interfere with each other.
    package var browserID: GUID
    /// The SHA-256 digest of the authorization request, 32 bytes.
    package var requestDigest: [UInt8]
    /// The time of issue, in seconds since 1970 UTC.
    package var issuedAt: Int64
    /// The sequence number of the token (`Store.nextOrder`).
    package var order: Int64
    /// The username entered so far.
    package var username: String?
    /// Whether the username means the personal account, if a work account has the same name.
    package var usesPersonalAccount: Bool
    /// The sign-in that was completed, or chosen, during this request.
    package var authentication: Authentication?
    /// Whether the credentials were entered during this request, which satisfies `prompt=login`.
    package var isFresh: Bool
    /// Whether the prompt "Stay signed in?" was answered or skipped.
    package var passedStaySignedIn: Bool
    /// The one-time code that the page expects, or the push notification that the page waits for.
    package var pendingCode: PendingCode?
    /// The position of the user's chosen second factor, counted from 1, or 0 for the default one.
    package var proof: Int64
    /// The progress of a user flow.
    package var userFlow: UserFlowProgress?

    package init(
        browserID: GUID, requestDigest: [UInt8], issuedAt: Int64, order: Int64, username: String? = nil,
        usesPersonalAccount: Bool = false, authentication: Authentication? = nil, isFresh: Bool = false,
        passedStaySignedIn: Bool = false,
        pendingCode: PendingCode? = nil, proof: Int64 = 0, userFlow: UserFlowProgress? = nil
    ) {
        self.browserID = browserID
        self.requestDigest = requestDigest
        self.issuedAt = issuedAt
        self.order = order
        self.username = username
        self.usesPersonalAccount = usesPersonalAccount
        self.authentication = authentication
        self.isFresh = isFresh
        self.passedStaySignedIn = passedStaySignedIn
        self.pendingCode = pendingCode
        self.proof = proof
        self.userFlow = userFlow
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(browserID)
        writer.write(requestDigest)
        writer.write(issuedAt)
        writer.write(order)
        writer.write(username)
        writer.write(usesPersonalAccount)
        writer.write(isFresh)
        writer.write(passedStaySignedIn)
        writer.write(authentication != nil)
        authentication?.write(to: &writer)
        writer.write(pendingCode != nil)
        pendingCode?.write(to: &writer)
        writer.write(proof)
        writer.write(userFlow != nil)
        userFlow?.write(to: &writer)
    }

    package init?(from reader: inout RecordReader) {
        guard let browserID = reader.guid(), let digest = reader.octets(),
            let issuedAt = reader.integer(), let order = reader.integer(), let username = reader.optionalString(),
            let usesPersonalAccount = reader.bool(), let isFresh = reader.bool(),
            let passedStaySignedIn = reader.bool(), let hasAuthentication = reader.bool()
        else { return nil }
        var authentication: Authentication?
        if hasAuthentication {
            guard let value = Authentication(from: &reader) else { return nil }
            authentication = value
        }
        guard let hasCode = reader.bool() else { return nil }
        let pendingCode = hasCode ? PendingCode(from: &reader) : nil
        guard hasCode == (pendingCode != nil), let proof = reader.integer(), let hasUserFlow = reader.bool() else {
            return nil
        }
        let userFlow = hasUserFlow ? UserFlowProgress(from: &reader) : nil
        guard hasUserFlow == (userFlow != nil) else { return nil }
        self.init(
            browserID: browserID, requestDigest: digest, issuedAt: issuedAt, order: order, username: username,
            usesPersonalAccount: usesPersonalAccount, authentication: authentication, isFresh: isFresh,
            passedStaySignedIn: passedStaySignedIn,
            pendingCode: pendingCode, proof: proof, userFlow: userFlow)
    }
}

/// The progress of a user flow, in a page's sealed state.
package struct UserFlowProgress: Sendable, Equatable {
    package enum Journey: String, Sendable {
        case signUp
        case passwordReset
        case profileEdit
        /// A sign-in by username and password, or by the session of an earlier sign-in.
        case signIn
        /// A sign-in by a code sent to the mail address instead of a password.
        case codeSignIn
        /// A sign-in by an account of another provider.
        case social
    }

    package var journey: Journey
    /// The mail address that the user has verified with a code.
    package var verified: String?
    /// The `idp` value of the chosen provider.
    package var provider: String?
    /// Whether the user has given everything that the policy requires. Later prompts then do not start the flow again.
    package var isDone: Bool

    package init(_ journey: Journey, verified: String? = nil, provider: String? = nil, isDone: Bool = false) {
        self.journey = journey
        self.verified = verified
        self.provider = provider
        self.isDone = isDone
    }

    func write(to writer: inout RecordWriter) {
        writer.write(journey.rawValue)
        writer.write(verified)
        writer.write(provider)
        writer.write(isDone)
    }

    init?(from reader: inout RecordReader) {
        guard let journey = reader.string().flatMap(Journey.init(rawValue:)), let verified = reader.optionalString(),
            let provider = reader.optionalString(), let isDone = reader.bool()
        else { return nil }
        self.init(journey, verified: verified, provider: provider, isDone: isDone)
    }
}

/// A one-time code that a page expects. The code is part of the page's sealed state, so that the server keeps no copy. For a push
/// notification, the code is the number that the page shows, and the recipient is the ID of the user.
package struct PendingCode: Sendable, Equatable {
    package let id: GUID
    /// The mail address or telephone number that the code verifies.
    package let recipient: String
    package let code: String
    /// The expiry time, in seconds since 1970 UTC.
    package let expiresAt: Int64
    /// The maximum number of attempts to enter the code.
    package let attempts: Int64

    package init(id: GUID, recipient: String, code: String, expiresAt: Int64, attempts: Int64) {
        self.id = id
        self.recipient = recipient
        self.code = code
        self.expiresAt = expiresAt
        self.attempts = attempts
    }

    func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(recipient)
        writer.write(code)
        writer.write(expiresAt)
        writer.write(attempts)
    }

    init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let recipient = reader.string(), let code = reader.string(),
            let expiresAt = reader.integer(), let attempts = reader.integer()
        else { return nil }
        self.init(id: id, recipient: recipient, code: code, expiresAt: expiresAt, attempts: attempts)
    }
}

/// The state that travels with the browser through another identity provider and back (`wctx`): the request to continue and the
/// state of its sign-in.
package struct FederationContext: SealedValue, Equatable {
    package static let kind = "federation"
    package static let version: UInt8 = 4

    /// The path and query of the request that the sign-in belongs to.
    package var action: String
    /// The fields that the forms of the sign-in pages carry, except the flow token.
    package var fields: [Form.Field]
    package var flow: FlowToken
    /// The earliest acceptable time of authentication, in seconds since 1970 UTC, or nil if the provider may reuse a session.
    package var earliest: Int64?

    package init(action: String, fields: [Form.Field], flow: FlowToken, earliest: Int64? = nil) {
        self.action = action
        self.fields = fields
        self.flow = flow
        self.earliest = earliest
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(action)
        writer.write(fields) { writer, field in
            writer.write(field.name)
            writer.write(field.value)
        }
        flow.write(to: &writer)
        writer.write(earliest != nil)
        writer.write(earliest ?? 0)
    }

    package init?(from reader: inout RecordReader) {
        let field = { (reader: inout RecordReader) -> Form.Field? in
            guard let name = reader.string(), let value = reader.string() else { return nil }
            return Form.Field(name, value)
        }
        guard let action = reader.string(), let fields = reader.list(field), let flow = FlowToken(from: &reader),
            let isLimited = reader.bool(), let earliest = reader.integer()
        else { return nil }
        self.init(action: action, fields: fields, flow: flow, earliest: isLimited ? earliest : nil)
    }
}
