extension Understudy {
    /// The browser leg of a sign-in, and how its user behaves.
    public struct SignIn: Sendable, Hashable {
        /// What the user says to the permissions that are asked for.
        public enum Consent: Sendable, Hashable {
            /// Yes.
            case accept
            /// No.
            case decline
            /// Yes to these scopes, no to the others.
            case scopes([String])

            var json: JSON {
                switch self {
                case .accept: "accept"
                case .decline: "decline"
                case .scopes(let scopes): .list(scopes)
                }
            }
        }

        /// Where the application sends the browser.
        public var authorizeURL: String
        /// The name that the user enters.
        public var user: String
        /// The password; nil for the configured one.
        public var password: String?
        /// What the user says to the permissions that are asked for.
        public var consent: Consent
        /// A one-time code; nil for the one that was sent.
        public var oneTimeCode: String?
        /// The password that follows an expired one, or of a sign-up.
        public var newPassword: String?
        /// Whether the user stays signed in.
        public var staysSignedIn: Bool

        /// What is left out is as a willing user would do it.
        ///
        /// - Parameters:
        ///   - authorizeURL: Where the application sends the browser.
        ///   - user: The name that the user enters.
        ///   - password: The password; nil for the configured one.
        ///   - consent: What the user says to the permissions that are asked for.
        ///   - oneTimeCode: A one-time code; nil for the one that was sent.
        ///   - newPassword: The password that follows an expired one, or of a sign-up.
        ///   - staysSignedIn: Whether the user stays signed in.
        public init(
            _ authorizeURL: String, user: String, password: String? = nil, consent: Consent = .accept,
            oneTimeCode: String? = nil, newPassword: String? = nil, staysSignedIn: Bool = false
        ) {
            self.authorizeURL = authorizeURL
            self.user = user
            self.password = password
            self.consent = consent
            self.oneTimeCode = oneTimeCode
            self.newPassword = newPassword
            self.staysSignedIn = staysSignedIn
        }

        var json: JSON {
            .members([
                "authorizeUrl": .string(authorizeURL), "user": .string(user),
                "password": password.map { .string($0) }, "consent": consent.json,
                "mfa": oneTimeCode.map { .string($0) }, "newPassword": newPassword.map { .string($0) },
                "staySignedIn": .bool(staysSignedIn),
            ])
        }
    }

    /// Where a sign-in ended.
    public struct SignInResult: Sendable, Hashable {
        /// The URL that the browser is sent to, of the application.
        public let location: String
        /// What the application gets: `code`, `state`, or `error`.
        public let parameters: [String: String]
    }

    /// Goes from page to page as a person in a browser would, until the application gets its answer. Scripts and the journal meet
    /// these requests like those of any browser, but nothing is waited for.
    ///
    /// - Parameter signIn: The request of the application, and how its user behaves.
    /// - Throws: ``ControlError`` of status 422 where a page goes no further, with its ``ControlError/pageError``; 400 for a URL
    ///   that is not this server's.
    public func signIn(_ signIn: SignIn) throws(ControlError) -> SignInResult {
        let answer = try control.json(.control("POST", "signin", body: signIn.json))
        return SignInResult(
            location: try (answer["location"]?.string).promised("location"),
            parameters: answer["parameters"]?.texts ?? [:])
    }
}
