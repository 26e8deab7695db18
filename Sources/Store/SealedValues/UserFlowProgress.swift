import Formats

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
