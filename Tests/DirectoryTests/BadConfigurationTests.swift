import Directory
import Testing

/// A configuration with one mistake and the expected problem.
struct BadConfiguration: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let line: Int
    let path: String
    /// A part of the message or of the hint.
    let message: String

    init(_ name: String, _ text: String, _ line: Int, _ path: String, _ message: String) {
        self.name = name
        self.text = text
        self.line = line
        self.path = path
        self.message = message
    }

    var testDescription: String { name }
}

@Suite struct BadConfigurationTests {
    @Test(
        "A mistake is reported at its line and key path",
        arguments: BadConfiguration.ownKeys + BadConfiguration.tenants + BadConfiguration.users
            + BadConfiguration.devices + BadConfiguration.policies + BadConfiguration.applications
            + BadConfiguration.references + BadConfiguration.managedIdentities + BadConfiguration.federation
            + BadConfiguration.limits)
    func reportsMistakeAtLineAndKeyPath(row: BadConfiguration) {
        let problems = load(row.text).problems
        let found = problems.first { $0.keyPath == row.path && $0.line == row.line }
        #expect(found?.description.contains(row.message) == true, "\(problems.map(\.description))")
    }

    @Test("What the limits by audience allow has no problem", arguments: BadConfiguration.withinLimits.map(\.name))
    func allowsWhatIsWithinLimits(name: String) throws {
        let row = try #require(BadConfiguration.withinLimits.first { $0.name == name })
        let problems = load(row.text).problems
        #expect(problems.isEmpty, "\(problems.map(\.description))")
    }

    @Test func reportsEveryProblem() {
        let text = """
            settings: {signIn: x}
            tenants:
            - id: a
              users:
              - userPrincipalName: b
              applications:
              - appId: c
                web: {redirectUris: [d, 'ftp://e']}
              oauth2PermissionGrants: [{clientId: f, resourceId: c, consentType: AllPrincipals, scope: g}]
            """
        let lines = load(text).problems.map(\.line)
        #expect(lines == [1, 3, 5, 8, 8, 9, 9])
    }

    @Test func problemPrintsFileLinePathMessageAndHint() {
        let problem = load("settings:\n  signin: automatic\n").problems.first
        #expect(problem?.description == "c.yaml:2:3: settings.signin: unknown key (did you mean signIn?)")
    }

    @Test func hostileContentStaysOnOneLine() {
        let long = String(repeating: "x", count: 100_000)
        let problems = load("\"a\\nb\": 1\ntenants: [{id: \"\\e[31m\\n\(long)\"}]").problems
        #expect(problems.map(\.keyPath) == ["a b", "tenants[0].id"])
        for problem in problems {
            #expect(problem.description.utf8.count < 2000)
            #expect(problem.description.utf8.allSatisfy { $0 >= 0x20 })
        }
    }

    @Test func reportsMissingFile() {
        let error = #expect(throws: Configuration.Problems.self) { try Configuration.load(.file("no/such/file.yaml")) }
        #expect(error?.problems.first?.description == "no/such/file.yaml: cannot be read: No such file or directory")
    }

    @Test func rejectsFolderAsFile() {
        let error = #expect(throws: Configuration.Problems.self) { try Configuration.load(.file("/")) }
        #expect(error?.problems.first?.message.contains("directory") == true)
    }
}
