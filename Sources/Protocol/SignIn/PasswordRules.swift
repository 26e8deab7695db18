package import Directory
import Entra
import Formats

/// The rules for new passwords (docs/reference/protocol.md#b2c; docs/reference/wire.md#native-auth-errors). Pages, the native
/// authentication API and Microsoft Graph use the same rules.
package struct PasswordRules: Sendable, Equatable {
    /// The range of allowed lengths, in characters.
    let lengths: ClosedRange<Int>

    /// The rules for local accounts of b2c tenants.
    static let local = PasswordRules(lengths: 8...64)
    /// The rules for all other tenants.
    static let standard = PasswordRules(lengths: 8...256)

    package static func of(_ kind: Tenant.Kind) -> PasswordRules { kind == .b2c ? local : standard }

    /// The minimum number of character kinds, of lowercase letters, uppercase letters, digits and symbols.
    static let kindsNeeded = 3
    /// The words that count as one character each, in the spelling of `Candidate.plain`.
    static let banned = ["password", "qwerty", "letmein", "l2345678"]
    /// The minimum number of characters, if each banned word counts as one character.
    static let charactersNeeded = 5
    /// The length of the shortest user name that a password must not contain.
    static let shortestName = 4

    /// A problem of a password, with the suberror of the API as raw value.
    package enum Problem: String, Sendable, CaseIterable {
        case isInvalid = "password_is_invalid"
        case tooShort = "password_too_short"
        case tooLong = "password_too_long"
        case banned = "password_banned"
        case tooWeak = "password_too_weak"
        case recentlyUsed = "password_recently_used"
    }

    /// A password to be checked. `current` is the current password, or nil if there is none.
    struct Candidate: Sendable {
        let password: String
        let username: String
        let current: String?
        let lengths: ClosedRange<Int>

        fileprivate var bytes: String.UTF8View { password.utf8 }
        /// The user name without its domain.
        fileprivate var name: [UInt8] { plain(username.upTo("@")) }

        /// Returns the text in lower case, with letters in place of the symbols that commonly replace them.
        private func plain(_ text: String) -> [UInt8] {
            text.asciiLowercased.utf8.map { Candidate.letters[$0] ?? $0 }
        }

        private static let letters: [UInt8: UInt8] = [
            UInt8(ascii: "0"): UInt8(ascii: "o"), UInt8(ascii: "1"): UInt8(ascii: "l"),
            UInt8(ascii: "$"): UInt8(ascii: "s"), UInt8(ascii: "@"): UInt8(ascii: "a"),
        ]

        fileprivate var containsName: Bool { name.count >= shortestName && plain(password).contains(name) }

        /// The number of characters, if each banned word counts as one character.
        fileprivate var count: Int {
            banned.reduce([plain(password)[...]]) { parts, word in
                parts.flatMap { $0.split(separator: Array(word.utf8), omittingEmptySubsequences: false) }
            }.reduce(-1) { $0 + $1.count + 1 }
        }
    }

    /// The table of problems. The first row that applies is the problem of the password.
    private static let table: [(problem: Problem, applies: @Sendable (Candidate) -> Bool)] = [
        (.isInvalid, { !$0.bytes.allSatisfy { byte in (0x20...0x7E).contains(byte) } }),
        (.tooShort, { $0.bytes.count < $0.lengths.lowerBound }),
        (.tooLong, { $0.bytes.count > $0.lengths.upperBound }),
        (.banned, { $0.containsName }),
        (.banned, { $0.count < charactersNeeded }),
        (.tooWeak, { candidate in kinds.count { candidate.bytes.contains(where: $0) } < kindsNeeded }),
        // Allowed (secret-comparison): the signed-in user supplied both values.
        (.recentlyUsed, { $0.current.map($0.password.isExactly) ?? false }),
    ]

    private static let kinds: [@Sendable (UInt8) -> Bool] = [
        { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
        { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) },
        { ASCII.isDigit($0) },
        { !ASCII.isLetter($0) && !ASCII.isDigit($0) },
    ]

    /// Returns the problem of a password, or nil if the password is acceptable. `current` is the current password.
    package func problem(_ password: String, of username: String, current: String? = nil) -> Problem? {
        let candidate = Candidate(password: password, username: username, current: current, lengths: lengths)
        return PasswordRules.table.first { $0.applies(candidate) }?.problem
    }

    /// Returns a problem for pages.
    func fieldProblem(_ problem: Problem) -> FieldProblem {
        switch problem {
        case .isInvalid: FieldProblem(.passwordCharacter)
        case .tooShort, .tooLong, .tooWeak:
            FieldProblem(
                .passwordRules,
                [lengths.lowerBound, lengths.upperBound, PasswordRules.kindsNeeded].map { .number($0) })
        case .banned: FieldProblem(.passwordBanned)
        case .recentlyUsed: FieldProblem(.passwordUsed)
        }
    }
}

extension User {
    /// Sets the password that the user chose on a page. Nobody else knows the new password, so that the expiry of the old password
    /// and a recorded user risk both end.
    mutating func choosePassword(_ password: String, at now: Timestamp) {
        self.password = password
        self.mustChangePassword = false
        self.userRiskLevel = .none
        self.lastPasswordChange = now
    }
}

/// The rules for new passwords, with the errors of the native authentication API.
enum NativePassword {
    /// Checks a new password against the rules. Throws AADSTS399246 with the violated rule as suberror. `current` is the current
    /// password.
    static func check(_ password: String, of username: String, current: String? = nil) throws(EntraError) {
        if let problem = PasswordRules.standard.problem(password, of: username, current: current) {
            throw EntraError(.passwordRejected, suberror: Suberror(rawValue: problem.rawValue))
        }
    }
}
