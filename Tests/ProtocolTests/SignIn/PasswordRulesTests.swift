import Directory
@testable import Protocol
import Testing

/// Checks each rule for new passwords with a password that breaks it.
@Suite struct PasswordRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let password: String
        let standard: PasswordRules.Problem?
        /// The problem under the rules of local accounts.
        let local: PasswordRules.Problem?

        init(_ name: String, _ password: String, _ problem: PasswordRules.Problem?) {
            self.init(name, password, problem, local: problem)
        }

        init(
            _ name: String, _ password: String, _ standard: PasswordRules.Problem?, local: PasswordRules.Problem?
        ) {
            testDescription = name
            self.password = password
            self.standard = standard
            self.local = local
        }
    }

    private static func long(_ count: Int) -> String { String(String(repeating: "Aa1!", count: 65).prefix(count)) }

    static let rows: [Row] = [
        Row("small, capital and digit", "Abcdefg1", nil),
        Row("small, digit and symbol", "abcdef1!", nil),
        Row("capital, digit and symbol", "ABCDEF1!", nil),
        Row("all four kinds", "Abcdef1!", nil),
        Row("a blank is a symbol", "Abc defg", nil),
        Row("empty", "", .tooShort),
        Row("seven characters", "Abcde1!", .tooShort),
        Row("eight characters", "Abcdef1!", nil),
        Row("64 characters", long(64), nil),
        Row("65 characters", long(65), nil, local: .tooLong),
        Row("256 characters", long(256), nil, local: .tooLong),
        Row("257 characters", long(257), .tooLong),
        Row("small letters", "abcdefgh", .tooWeak),
        Row("small and capital letters", "Abcdefgh", .tooWeak),
        Row("small letters and digits", "abcdefg1", .tooWeak),
        Row("digits", "13579135", .tooWeak),
        Row("symbols and digits", "13579!!!", .tooWeak),
        Row("a common word", "Password1!", .banned),
        Row("a common word, spelled cleverly", "P@$$w0rd-1", .banned),
        Row("a common word in other letters", "QWERTYx1!", .banned),
        Row("two common words", "Letmein-Password", .banned),
        Row("one common word three times", "Qwerty.qwerty.qwerty.1", nil),
        Row("a common word among four others", "N3w-password", nil),
        Row("a row of digits", "Ab-12345678", .banned),
        Row("the user's name", "Casey-2026!", .banned),
        Row("the user's name in capitals", "CASEY-2026!", .banned),
        Row("part of the user's name", "Case-2026!", nil),
        Row("the current password", "Current-42!", .recentlyUsed),
        Row("the current password in another letter case", "cURRENT-42!", nil),
        Row("other than ASCII", "Pässwört-42", .isInvalid),
        Row("a letter made of two", "Abcdef1!e\u{301}", .isInvalid),
        Row("a line end", "Abcdef1!\n", .isInvalid),
        Row("a NUL", "Abcdef1!\0", .isInvalid),
        Row("a delete", "Abcdef1!\u{7F}", .isInvalid),
        Row("too short comes before too weak", "aaaa", .tooShort),
        Row("what is not allowed comes before too short", "ä", .isInvalid),
    ]

    @Test("A password is accepted or rejected for the first problem", arguments: rows)
    func acceptsPasswordOrReportsFirstProblem(_ row: Row) {
        let (user, current) = ("casey@x.example", "Current-42!")
        #expect(PasswordRules.standard.problem(row.password, of: user, current: current) == row.standard)
        #expect(PasswordRules.local.problem(row.password, of: user, current: current) == row.local)
    }

    @Test("Every problem has a test row and a message", arguments: PasswordRules.Problem.allCases)
    func everyProblemHasRowAndMessage(_ problem: PasswordRules.Problem) {
        #expect(PasswordRulesTests.rows.contains { $0.standard == problem })
        #expect(PasswordRules.local.fieldProblem(problem).message.hasSuffix("."))
    }

    @Test("A password may contain a short user name, and a new account has no current password to repeat")
    func allowsShortUserNameInPassword() {
        #expect(PasswordRules.standard.problem("Bob-2026!x", of: "bob@x.example") == nil)
        #expect(PasswordRules.standard.problem("Current-42!", of: "casey@x.example") == nil)
    }

    @Test("B2C tenants have their own maximum length, and all other tenants share one")
    func onlyB2CTenantsUseLocalRules() {
        #expect(PasswordRules.of(.b2c) == .local)
        for kind in [.external, .workforce, .consumers] as [Tenant.Kind] {
            #expect(PasswordRules.of(kind) == .standard)
        }
    }
}
