import Wire

/// How far a user flow has come, in a page's sealed state.
package struct UserFlowProgress: Sendable, Equatable {
    package enum Journey: String, Sendable {
        case signUp
        case passwordReset
        case profileEdit
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

    package init(_ journey: Journey, verified: String? = nil, provider: String? = nil) {
        self.journey = journey
        self.verified = verified
        self.provider = provider
    }

    func write(to writer: inout RecordWriter) {
        writer.write(journey.rawValue)
        writer.write(verified)
        writer.write(provider)
    }

    init?(from reader: inout RecordReader) {
        guard let journey = reader.string().flatMap(Journey.init(rawValue:)), let verified = reader.optionalString(),
            let provider = reader.optionalString()
        else { return nil }
        self.init(journey, verified: verified, provider: provider)
    }
}
