import Wire

/// How far a user flow has come, in a page's sealed state.
package struct UserFlowProgress: Sendable, Equatable {
    package enum Journey: String, Sendable {
        case signUp
        case passwordReset
        case profileEdit
        /// By user name and password, or the session of an earlier sign-in.
        case signIn
        /// A code by mail instead of a password.
        case codeSignIn
        /// An account of another provider.
        case social
    }

    package var journey: Journey
    /// The mail address that a code has proved.
    package var verified: String?
    /// `idp` of the provider chosen.
    package var provider: String?
    /// What the policy asks of whoever comes was given: whatever is asked afterwards, it does not begin again.
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
