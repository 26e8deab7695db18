import Entra
import Formats
import TestTags
import Testing

/// These tests sign in every kind of account with every kind of application at every authority and compare the result: a code or an
/// error code (docs/reference/protocol.md#sign-in-audience).
@Suite struct AccountMatrixTests {
    /// The columns of the grid: a member of the client's tenant, a guest from Fabrikam, a member of Fabrikam only, a personal
    /// account, a personal account that is a guest of Contoso, a customer of an external tenant and an unknown user.
    static let accounts = [
        "alex@contoso.com", "megan@fabrikam.com", "only@fabrikam.com", "ada@outlook.com", "bob@live.com",
        "casey@woodgrove.example", "nobody@contoso.com",
    ]

    /// Maps each authority to the expected error codes, one for each account. 0 means that the account receives a code.
    static let grid: [(client: Client, audience: String, rows: [(tenant: String, codes: [Int])])] = [
        (
            Lab.plain, "AzureADMyOrg",
            [
                ("common", all(50194)), ("organizations", all(50194)), ("consumers", all(9_002_332)),
                ("contoso.com", [0, 0, 50020, 50020, 0, 50034, 50034]), (Seed.fabrikam, all(700016)),
                ("woodgrove.onmicrosoft.com", all(700016)), ("outlook.com", all(9_002_332)),
            ]
        ),
        (
            Lab.organizations, "AzureADMultipleOrgs",
            [
                ("common", [0, 0, 0, 500208, 500208, 50034, 50034]),
                ("organizations", [0, 0, 0, 500208, 500208, 50034, 50034]), ("consumers", all(9_002_332)),
                ("contoso.com", [0, 0, 50020, 50020, 0, 50034, 50034]),
                ("fabrikam.com", [50020, 0, 0, 50020, 50020, 50034, 50034]),
                ("outlook.com", all(9_002_332)),
            ]
        ),
        (
            .mobile, "AzureADandPersonalMicrosoftAccount",
            [
                ("common", [0, 0, 0, 0, 0, 50034, 50034]),
                ("organizations", [0, 0, 0, 500208, 500208, 50034, 50034]),
                ("consumers", [500208, 500208, 500208, 0, 0, 50034, 50034]),
                ("contoso.com", [0, 0, 50020, 50020, 0, 50034, 50034]),
                ("fabrikam.com", [50020, 0, 0, 50020, 50020, 50034, 50034]),
                ("outlook.com", [500208, 500208, 500208, 0, 0, 50034, 50034]),
            ]
        ),
        (
            Lab.personal, "PersonalMicrosoftAccount",
            [
                ("organizations", all(9_002_346)),
                ("consumers", [500208, 500208, 500208, 0, 0, 50034, 50034]),
                ("contoso.com", all(9_002_346)), ("fabrikam.com", all(9_002_346)),
                ("outlook.com", [500208, 500208, 500208, 0, 0, 50034, 50034]),
            ]
        ),
    ]

    private static func all(_ code: Int) -> [Int] { accounts.map { _ in code } }

    struct Case: Row {
        let name: String
        let client: Client
        let tenant: String
        let user: String
        /// The expected error code. `nil` means that the account receives a code.
        let code: Int?
    }

    static let cases: [Case] = grid.flatMap { client, audience, rows in
        rows.flatMap { tenant, codes in
            zip(accounts, codes).map { user, code in
                Case(
                    name: "\(audience), \(user) at \(tenant)", client: client, tenant: tenant, user: user,
                    code: code == 0 ? nil : code)
            }
        }
    }

    @Test(
        "An account that the audience and the authority admit receives a code, any other an error", .tags(.slow),
        arguments: cases)
    func issuesCodeOnlyToAdmittedAccounts(_ row: Case) throws {
        let response = try Lab.entra().site.signIn(row.client, ["scope": "openid"], as: row.user, tenant: row.tenant)
        #expect(response.code == row.code)
        #expect((response.fields["code"] != nil) == (row.code == nil))
    }
}
