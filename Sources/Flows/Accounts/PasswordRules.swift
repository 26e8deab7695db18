package import Directory
import Wire

/// What a new password must be (docs/reference/protocol.md#b2c; docs/reference/wire.md#native-auth-errors): the one set of rules of
/// pages, of the native authentication API and of Microsoft Graph.
package struct PasswordRules: Sendable, Equatable {
    /// Characters allowed.
    let lengths: ClosedRange<Int>

    /// Those of local accounts of b2c tenants.
    static let local = PasswordRules(lengths: 8...64)
    /// Those of every other tenant.
    static let standard = PasswordRules(lengths: 8...256)

    package static func of(_ kind: Tenant.Kind) -> PasswordRules { kind == .b2c ? local : standard }

    /// Of lower-case letters, upper-case letters, digits and symbols, so many kinds are needed.
    static let kindsNeeded = 3
    /// Words that count as one character each, as `Candidate.plain` spells them.
    static let banned = ["password", "qwerty", "letmein", "l2345678"]
    /// Characters that a password must have when they are counted so.
    static let charactersNeeded = 5
    /// The shortest user name that no password may hold.
    static let shortestName = 4

    /// What can be wrong with a password, as the suberror of the API names it.
    package enum Problem: String, Sendable, CaseIterable {
        case isInvalid = "password_is_invalid"
        case tooShort = "password_too_short"
        case tooLong = "password_too_long"
        case banned = "password_banned"
        case tooWeak = "password_too_weak"
        case recentlyUsed = "password_recently_used"
    }

    /// A password to be judged. `current` is the one in force, nil where there is none.
    struct Candidate: Sendable {
        let password: String
        let username: String
        let current: String?
        let lengths: ClosedRange<Int>

        fileprivate var bytes: String.UTF8View { password.utf8 }
        /// The user name without its domain.
        fileprivate var name: [UInt8] { plain(username.upTo("@")) }

        /// In lower case, and with letters for what commonly stands for them.
        private func plain(_ text: String) -> [UInt8] {
            text.asciiLowercased.utf8.map { Candidate.letters[$0] ?? $0 }
        }

        private static let letters: [UInt8: UInt8] = [
            UInt8(ascii: "0"): UInt8(ascii: "o"), UInt8(ascii: "1"): UInt8(ascii: "l"),
            UInt8(ascii: "$"): UInt8(ascii: "s"), UInt8(ascii: "@"): UInt8(ascii: "a"),
        ]

        fileprivate var holdsName: Bool { name.count >= shortestName && plain(password).contains(name) }

        /// The characters, where each banned word is but one.
        fileprivate var count: Int {
            banned.reduce([plain(password)[...]]) { parts, word in
                parts.flatMap { $0.split(separator: Array(word.utf8), omittingEmptySubsequences: false) }
            }.reduce(-1) { $0 + $1.count + 1 }
        }
    }

    /// The first row that holds is the problem.
    private static let table: [(problem: Problem, holds: @Sendable (Candidate) -> Bool)] = [
        (.isInvalid, { !$0.bytes.allSatisfy { byte in (0x20...0x7E).contains(byte) } }),
        (.tooShort, { $0.bytes.count < $0.lengths.lowerBound }),
        (.tooLong, { $0.bytes.count > $0.lengths.upperBound }),
        (.banned, { $0.holdsName }),
        (.banned, { $0.count < charactersNeeded }),
        (.tooWeak, { candidate in kinds.count { candidate.bytes.contains(where: $0) } < kindsNeeded }),
        // Allowed (secret-comparison): both were given by the user who is signed in.
        (.recentlyUsed, { $0.current.map($0.password.isExactly) ?? false }),
    ]

    private static let kinds: [@Sendable (UInt8) -> Bool] = [
        { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
        { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) },
        { ASCII.isDigit($0) },
        { !ASCII.isLetter($0) && !ASCII.isDigit($0) },
    ]

    /// What is wrong with a password; nil when it may be taken. `current` is the one in force.
    package func problem(_ password: String, of username: String, current: String? = nil) -> Problem? {
        let candidate = Candidate(password: password, username: username, current: current, lengths: lengths)
        return PasswordRules.table.first { $0.holds(candidate) }?.problem
    }

    /// The problem as pages tell it.
    func message(_ problem: Problem) -> String {
        switch problem {
        case .isInvalid: "The password has a character that is not allowed."
        case .tooShort, .tooLong, .tooWeak:
            "The password must be between \(lengths.lowerBound) and \(lengths.upperBound) characters, and have at least "
                + "\(PasswordRules.kindsNeeded) of: a lowercase letter, an uppercase letter, a digit, a symbol."
        case .banned:
            "That password is too easy to guess: it contains a common word or the user name. Choose another one."
        case .recentlyUsed: "Choose a password that you have not used before."
        }
    }
}

extension User {
    /// The person chose another password, on whatever page: nobody else knows it, so neither the end of the old one nor a risk is
    /// left to be met.
    mutating func choosePassword(_ password: String, at now: Timestamp) {
        self.password = password
        self.mustChangePassword = false
        self.userRiskLevel = .none
        self.lastPasswordChange = now
    }
}
