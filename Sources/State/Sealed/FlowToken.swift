package import Wire

/// What a page hands to the next step of the same sign-in: binds the form to one request and one browser, so that no other
/// site and no other browser can take the step (RFC 9700 §4.7).
package struct FlowToken: SealedValue, Equatable {
    package static let kind = "flow"
    package static let version: UInt8 = 7
    /// How long a page may stay open, in seconds.
    package static let lifetime: Int64 = 3_600

    /// By which the browser is known, whoever signs in there: two sign-ins in one browser do not get in each other's way.
    package var browserID: GUID
    /// SHA-256 of the authorization request, 32 bytes.
    package var requestDigest: [UInt8]
    /// Seconds since 1970 UTC.
    package var issuedAt: Int64
    /// Its place among all that was issued and revoked (`Store.nextOrder`).
    package var order: Int64
    /// The user name given so far.
    package var username: String?
    /// Who signed in interactively, or was chosen, during this request.
    package var authentication: Authentication?
    /// The credentials were entered during this request (they satisfy prompt=login).
    package var isFresh: Bool
    /// The moment for "Stay signed in?" is over: it was answered, or the sign-in went on without it.
    package var passedStaySignedIn: Bool
    /// The one-time code that the page asks for.
    package var pendingCode: PendingCode?
    /// How far a user flow has come.
    package var userFlow: UserFlowProgress?

    package init(
        browserID: GUID, requestDigest: [UInt8], issuedAt: Int64, order: Int64, username: String? = nil,
        authentication: Authentication? = nil, isFresh: Bool = false, passedStaySignedIn: Bool = false,
        pendingCode: PendingCode? = nil, userFlow: UserFlowProgress? = nil
    ) {
        self.browserID = browserID
        self.requestDigest = requestDigest
        self.issuedAt = issuedAt
        self.order = order
        self.username = username
        self.authentication = authentication
        self.isFresh = isFresh
        self.passedStaySignedIn = passedStaySignedIn
        self.pendingCode = pendingCode
        self.userFlow = userFlow
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(browserID)
        writer.write(requestDigest)
        writer.write(issuedAt)
        writer.write(order)
        writer.write(username)
        writer.write(isFresh)
        writer.write(passedStaySignedIn)
        writer.write(authentication != nil)
        authentication?.write(to: &writer)
        writer.write(pendingCode != nil)
        pendingCode?.write(to: &writer)
        writer.write(userFlow != nil)
        userFlow?.write(to: &writer)
    }

    package init?(from reader: inout RecordReader) {
        guard let browserID = reader.guid(), let digest = reader.octets(),
            let issuedAt = reader.integer(), let order = reader.integer(), let username = reader.optionalString(),
            let isFresh = reader.bool(), let answered = reader.bool(), let hasAuthentication = reader.bool()
        else { return nil }
        var authentication: Authentication?
        if hasAuthentication {
            guard let value = Authentication(from: &reader) else { return nil }
            authentication = value
        }
        guard let hasCode = reader.bool() else { return nil }
        let pendingCode = hasCode ? PendingCode(from: &reader) : nil
        guard hasCode == (pendingCode != nil), let hasUserFlow = reader.bool() else { return nil }
        let userFlow = hasUserFlow ? UserFlowProgress(from: &reader) : nil
        guard hasUserFlow == (userFlow != nil) else { return nil }
        self.init(
            browserID: browserID, requestDigest: digest, issuedAt: issuedAt, order: order, username: username,
            authentication: authentication, isFresh: isFresh, passedStaySignedIn: answered,
            pendingCode: pendingCode, userFlow: userFlow)
    }
}
