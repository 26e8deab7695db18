package import Formats

/// The state that a page passes to the next step of the same sign-in. The token binds the form to one request and one browser,
/// so that no other site and no other browser can take the step (RFC 9700 §4.7).
package struct FlowToken: SealedValue, Equatable {
    package static let kind = "flow"
    package static let version: UInt8 = 7
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
    /// The sign-in that was completed, or chosen, during this request.
    package var authentication: Authentication?
    /// Whether the credentials were entered during this request, which satisfies `prompt=login`.
    package var isFresh: Bool
    /// Whether the prompt "Stay signed in?" was answered or skipped.
    package var passedStaySignedIn: Bool
    /// The one-time code that the page expects.
    package var pendingCode: PendingCode?
    /// The progress of a user flow.
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
