import Entra
import Formats
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif

// The members of version 0.1 under their old names, for one version.

extension UnderstudyServer {
    /// The base URLs as text.
    @available(*, deprecated, message: "Use baseURLs, which are URLs.")
    public var origins: [String] { server.origins.map(\.description) }

    /// The base URL as text.
    @available(*, deprecated, message: "Use baseURL, which is a URL, or authority(for:over:).")
    public var origin: String {
        let origins = server.origins
        return (origins.first(where: \.isSecure) ?? origins.first)?.description ?? ""
    }

    /// The HTTP URL as text, or nil if HTTP is off.
    @available(*, deprecated, message: "Use url(.http), which is a URL, or authority(for:over:).")
    public var httpOrigin: String? { server.origins.first { !$0.isSecure }?.description }

    /// The stubs.
    @available(*, deprecated, renamed: "stubs")
    public var scripts: StubControl { stubs }

    /// Returns the directory of a tenant, as in Microsoft Graph.
    ///
    /// - Parameter tenant: The ID or domain of the tenant.
    @available(*, deprecated, renamed: "graph(forTenant:)")
    public func graph(of tenant: String) -> Understudy::GraphControl { graph(forTenant: tenant) }
}

extension ServerHealth {
    /// The base URLs as text.
    @available(*, deprecated, message: "Use baseURLs, which are URLs.")
    public var origins: [String] { baseURLs.map(\.absoluteString) }
}

extension ClockControl {
    /// Returns the clock of one tenant.
    ///
    /// - Parameter tenant: The ID or domain.
    @available(*, deprecated, message: "Use clock(forTenant:) of the server.")
    public func of(tenant: String) -> ClockControl { ClockControl(control: control, tenant: tenant) }

    /// Resumes a frozen clock.
    ///
    /// - Throws: The errors of ``resume()``.
    @available(*, deprecated, renamed: "resume()")
    @discardableResult
    public func run() throws(ControlError) -> ClockReading { try resume() }

    /// Lets the clock run at an offset from the machine's clock.
    ///
    /// - Parameter offset: The time ahead of the machine's clock.
    /// - Throws: The errors of ``set(offset:)``.
    @available(*, deprecated, renamed: "set(offset:)")
    @discardableResult
    public func set(ahead offset: Duration) throws(ControlError) -> ClockReading { try set(offset: offset) }
}

extension StubControl {
    /// Returns one stub.
    ///
    /// - Parameters:
    ///   - id: The ID of the stub.
    ///   - showsSecrets: Whether secrets are shown instead of masked.
    /// - Throws: The errors of ``stub(_:showsSecrets:)``.
    @available(*, deprecated, renamed: "stub(_:showsSecrets:)")
    public func script(_ id: String, showsSecrets: Bool = false) throws(ControlError) -> Stub {
        try stub(id, showsSecrets: showsSecrets)
    }

    /// Returns a claims challenge.
    ///
    /// - Parameters:
    ///   - demand: The requirement for the next token.
    ///   - clientID: The API's own client ID, for the header.
    /// - Throws: The errors of ``UnderstudyServer/challenge(_:clientID:)``.
    @available(*, deprecated, message: "Use challenge(_:clientID:) of the server.")
    public func challenge(_ demand: ChallengeDemand, clientID: String? = nil) throws(ControlError) -> ClaimsChallenge {
        try control.challenge(demand, clientID)
    }
}

extension StubbedResponse {
    /// Returns the server's own response with a token fault.
    ///
    /// - Parameters:
    ///   - flaw: The fault.
    ///   - token: The token with the fault, or nil for every token of the response.
    @available(*, deprecated, renamed: "tokenFault(_:in:)")
    public static func brokenToken(_ flaw: TokenFault, in token: TokenName? = nil) -> StubbedResponse {
        .tokenFault(flaw, in: token)
    }
}

extension TokenFault {
    /// The old name of ``wrongSignature``.
    @available(*, deprecated, renamed: "wrongSignature")
    public static var badSignature: TokenFault { .wrongSignature }

    /// The old name of ``expired``.
    @available(*, deprecated, renamed: "expired")
    public static var expiredToken: TokenFault { .expired }

    /// The old name of ``notYetValid``.
    @available(*, deprecated, renamed: "notYetValid")
    public static var notYetValidToken: TokenFault { .notYetValid }

    /// The old name of ``unknownKey``.
    @available(*, deprecated, renamed: "unknownKey")
    public static var unknownKid: TokenFault { .unknownKey }
}

extension TokenSpecification {
    /// The old name of ``TokenFault``.
    @available(*, deprecated, renamed: "TokenFault")
    public typealias Fault = TokenFault
}

extension JournalControl {
    /// Returns journal entries, oldest first.
    ///
    /// - Parameters:
    ///   - match: The entries to return; by default, all.
    ///   - limit: The largest number of entries, up to 500.
    ///   - showsSecrets: Whether secrets are shown instead of masked.
    /// - Throws: The errors of ``entries(matching:limit:showsSecrets:)``.
    @available(*, deprecated, renamed: "entries(matching:limit:showsSecrets:)")
    public func requests(
        _ match: JournalMatch = JournalMatch(), limit: Int = 100, showsSecrets: Bool = false
    ) throws(ControlError) -> [JournalEntry] {
        try entries(matching: match, limit: limit, showsSecrets: showsSecrets)
    }

    /// Returns one journal entry.
    ///
    /// - Parameters:
    ///   - id: The number of the entry.
    ///   - showsSecrets: Whether secrets are shown instead of masked.
    /// - Throws: The errors of ``entry(_:showsSecrets:)``.
    @available(*, deprecated, renamed: "entry(_:showsSecrets:)")
    public func request(_ id: Int, showsSecrets: Bool = false) throws(ControlError) -> JournalEntry {
        try entry(id, showsSecrets: showsSecrets)
    }

    /// Returns the number of matching entries.
    ///
    /// - Parameter match: The entries to count.
    /// - Throws: The errors of ``count(matching:)``.
    @available(*, deprecated, renamed: "count(matching:)")
    public func count(_ match: JournalMatch) throws(ControlError) -> Int { try count(matching: match) }

    /// Verifies that the expected number of requests matches.
    ///
    /// - Parameters:
    ///   - match: The requests.
    ///   - times: The expected number of requests.
    /// - Throws: The errors of ``verify(_:matching:)``.
    @available(*, deprecated, message: "Use verify(_:matching:), with the number first.")
    public func verify(_ match: JournalMatch, _ times: RequestCount = .atLeast(1)) throws(ControlError) {
        try verify(times, matching: match)
    }

    /// Verifies that there is a request for each match, in this order.
    ///
    /// - Parameter matches: One to 64 matches.
    /// - Throws: The errors of ``verify(inOrder:)``.
    @available(*, deprecated, renamed: "verify(inOrder:)")
    public func verify(order matches: [JournalMatch]) throws(ControlError) { try verify(inOrder: matches) }

    /// Removes journal entries.
    ///
    /// - Parameter match: The entries to remove.
    /// - Returns: The number of removed entries.
    /// - Throws: The errors of ``clear(matching:)``.
    @available(*, deprecated, renamed: "clear(matching:)")
    @discardableResult
    public func clear(_ match: JournalMatch) throws(ControlError) -> Int { try clear(matching: match) }

    /// Returns a stream of journal entries, from this call on.
    ///
    /// - Parameter match: The entries to return.
    /// - Throws: The errors of ``stream(matching:)``.
    @available(*, deprecated, renamed: "stream(matching:)")
    public func stream(_ match: JournalMatch) throws(ControlError) -> RequestStream { try stream(matching: match) }
}

extension JournalEntry {
    /// The ID of the stub that created or changed the response.
    @available(*, deprecated, renamed: "stub")
    public var script: String? { stub }
}

extension SignIn {
    /// The URL to which the application sends the browser, as text.
    @available(*, deprecated, renamed: "url")
    public var authorizeURL: String { url.absoluteString }

    /// Creates a sign-in.
    ///
    /// - Parameters:
    ///   - authorizeURL: The URL to which the application sends the browser, as text.
    ///   - user: The name that the user enters.
    ///   - password: The password, or nil for the configured password.
    ///   - consent: The user's response to the consent prompt.
    ///   - oneTimeCode: A one-time code, or nil for the code that is configured or was sent.
    ///   - newPassword: The new password, for an expired password or a sign-up.
    ///   - staysSignedIn: Whether the user stays signed in.
    @available(*, deprecated, message: "Pass a URL.")
    public init(
        _ authorizeURL: String, user: String, password: String? = nil, consent: Consent = .accept,
        oneTimeCode: String? = nil, newPassword: String? = nil, staysSignedIn: Bool = false
    ) {
        // Allowed (parsed-url): the driver reads the text of the URL. A text that is not a URL becomes one that the driver rejects.
        let url = URL(string: authorizeURL) ?? URL(filePath: authorizeURL)
        self.init(
            url, user: user, password: password, consent: consent, oneTimeCode: oneTimeCode, newPassword: newPassword,
            staysSignedIn: staysSignedIn)
    }
}

extension SignInResult {
    /// The application's URL to which the browser is sent, as text.
    @available(*, deprecated, renamed: "callbackURL")
    public var location: String { callbackURL.absoluteString }
}

extension Date {
    /// The number of whole seconds since 1970-01-01T00:00:00Z.
    @available(*, deprecated, renamed: "timeIntervalSince1970")
    public var secondsSince1970: Int64 { Timestamp(self).seconds }

    /// Creates the time that is a number of seconds after 1970-01-01T00:00:00Z.
    @available(*, deprecated, renamed: "init(timeIntervalSince1970:)")
    public init(secondsSince1970 seconds: Int64) { self.init(Timestamp(seconds: seconds)) }

    /// Creates the time of an ISO 8601 text, or returns nil for another text.
    @available(*, deprecated, message: "Use init(_:strategy:) of Foundation.")
    public init?(iso8601 text: String) {
        guard let time = Timestamp(iso8601: text) else { return nil }
        self.init(time)
    }

    /// Returns the time after a duration.
    @available(*, deprecated, message: "Use addingTimeInterval(_:).")
    public static func + (date: Date, duration: Duration) -> Date { Date(Timestamp(date).adding(duration)) }
}
