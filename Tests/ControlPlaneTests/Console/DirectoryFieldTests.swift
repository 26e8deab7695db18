@testable import ControlPlane
import Formats
import Testing

/// Checks how the fields of a form become the body of an operation.
struct DirectoryFieldTests {
    private static let fields = [
        DirectoryField("Name", "displayName", isRequired: true), DirectoryField("Logout", "web.logoutUrl"),
        DirectoryField("URIs", "web.redirectUris", .lines),
        DirectoryField("Password", "passwordProfile.password", .secret),
        DirectoryField("Version", "api.version", .choice([.init(.null, "v1"), .init(.integer(2), "v2")])),
        DirectoryField("Types", "types", .several([.init("User"), .init("Application")])),
        DirectoryField("Enabled", "accountEnabled", .toggle), DirectoryField("Groups", "groups", isProperty: false),
    ]

    private func body(_ form: [(String, String)], before: String? = nil) -> JSONValue {
        let object = before.flatMap { JSONValue(parsing: Array($0.utf8)) }
        return .object(
            DirectoryField.body(
                DirectoryFieldTests.fields, Form(form.map { Form.Field($0.0, $0.1) }), before: object))
    }

    private func json(_ text: String) -> JSONValue? { JSONValue(parsing: Array(text.utf8)) }

    @Test("The body of a new object has the values that are not empty, at their paths")
    func createsBodyOfNewObject() {
        let form = [
            ("displayName", "Robin"), ("web.logoutUrl", ""), ("web.redirectUris", " https://a/ \r\n\r\nhttps://b/"),
            ("passwordProfile.password", "p"), ("api.version", "2"), ("types", "Application"), ("groups", "g"),
        ]
        #expect(
            body(form)
                == json(
                    """
                    {"displayName": "Robin", "web": {"redirectUris": ["https://a/", "https://b/"]}, \
                    "passwordProfile": {"password": "p"}, "api": {"version": 2}, "types": ["Application"], \
                    "accountEnabled": false}
                    """))
    }

    @Test("The body of a change has only the values that differ, and null for a text that was removed")
    func createsBodyOfChange() {
        let before = """
            {"displayName": "Robin", "web": {"logoutUrl": "https://out/", "redirectUris": ["https://a/"]}, \
            "api": {"version": 2}, "types": ["User"], "accountEnabled": true}
            """
        let same = [
            ("displayName", "Robin"), ("web.logoutUrl", "https://out/"), ("web.redirectUris", "https://a/"),
            ("passwordProfile.password", ""), ("api.version", "2"), ("types", "User"), ("accountEnabled", "on"),
        ]
        #expect(body(same, before: before) == .object([]))
        let other = [
            ("displayName", "Robin"), ("web.logoutUrl", ""), ("web.redirectUris", ""), ("api.version", ""),
        ]
        #expect(
            body(other, before: before)
                == json(
                    """
                    {"web": {"logoutUrl": null, "redirectUris": []}, "api": {"version": null}, "types": [], \
                    "accountEnabled": false}
                    """))
    }

    @Test("A value that is no choice reaches the operation, which rejects it")
    func keepsUnknownChoice() {
        #expect(body([("api.version", "3")]).at("api.version") == .string("3"))
    }

    @Test(
        "A problem is shown at the field that its target is, contains, or is a part of",
        arguments: [
            ("passwordProfile.password", "passwordProfile.password", true), ("web.logoutUrl", "web", true),
            ("identifierUris", "identifierUris[1]", true), ("displayName", "displayNames", false),
        ])
    func findsFieldOfProblem(field: String, target: String, isConcerned: Bool) {
        #expect(DirectoryProblem("", properties: [target]).concerns(field) == isConcerned)
    }

    @Test("Every form has a name of its own")
    func namesAreUnique() {
        let names = DirectoryForm.table.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
