import ControlPlane
import Formats
import HTTP
import Testing
@testable import Understudy

/// These tests submit the forms of the console's directory, and check their effect in Microsoft Graph.
struct DirectoryFormTests {
    private static let edit = "/_understudy/console/directory/edit"

    private func submit(_ site: Site, _ fields: Parameters) throws -> TestResponse {
        try site.post(Self.edit, fields)
    }

    @Test("A form creates a user, joins groups, and redirects to the user's page with the command")
    func createsUser() throws {
        let mock = try MockEntra()
        let response = try submit(
            mock.site,
            [
                "form": "new-user", "tenant": "contoso.com", "userPrincipalName": "robin@contoso.com",
                "displayName": "Robin", "passwordProfile.password": "Understudy!22", "accountEnabled": "on",
                "groups": "bbbbbbbb-0000-4000-8000-000000000001",
            ])
        #expect(response.status == 303)
        let location = try #require(response.header("Location"))
        let page = try mock.site.get(location).text
        #expect(page.contains("<h1>Robin</h1>") && page.contains("The user was created."))
        #expect(page.contains(">Staff</a>"))
        #expect(page.contains("/v1.0/users") && !page.contains("Understudy!22"))
        let user = try mock.site.get("/v1.0/users/robin@contoso.com", headers: ["X-Understudy-Tenant": "contoso.com"])
        #expect(user.value["displayName"]?.string == "Robin")
    }

    @Test("A rejected form keeps what was typed, and shows the error of the operation at its field")
    func keepsRejectedInput() throws {
        let response = try submit(
            MockEntra().site,
            [
                "form": "new-user", "tenant": "contoso.com", "userPrincipalName": "robin@elsewhere.com",
                "displayName": "Robin <b>", "passwordProfile.password": "Understudy!22",
            ])
        #expect(response.status == 400)
        #expect(response.text.contains("value=\"Robin &lt;b&gt;\""))
        #expect(response.text.contains("id=\"wrong-userPrincipalName\""))
        #expect(response.text.contains("aria-invalid=\"true\""))
        #expect(!response.text.contains("Understudy!22"), "a page does not show a password that was typed")
    }

    @Test("A client secret is shown once, and works")
    func addsSecret() throws {
        let site = try MockEntra().site
        let response = try submit(
            site, ["form": "add-secret", "tenant": "contoso.com", "app": Client.daemon.id, "displayName": "x"])
        #expect(response.status == 200 && response.text.contains("secretText"))
        #expect(response.headers["Cache-Control"] == "no-store")
        let page = try site.get("/_understudy/console/directory?tenant=contoso.com&app=\(Client.daemon.id)").text
        #expect(page.contains("Remove the secret x"))
    }

    @Test("An unchanged form sends nothing")
    func sendsNothingWithoutChange() throws {
        let mock = try MockEntra()
        let page = try mock.site.get("\(Self.edit)?form=edit-group&tenant=contoso.com")
        #expect(page.status == 404, "the form names no group")
        let before = mock.server.journal.items.count
        let tenant = try submit(mock.site, ["form": "policy-state", "tenant": "contoso.com", "policy": "none"])
        #expect(tenant.status == 404)
        #expect(mock.server.journal.items.count == before)
    }

    @Test(
        "Every form has a page, or is 404 without its object",
        arguments: ["new-user", "new-app", "new-tenant", "reset-all"])
    func servesPages(name: String) throws {
        let response = try MockEntra().site.get("\(Self.edit)?form=\(name)&tenant=contoso.com")
        #expect(response.status == 200)
        #expect(response.text.ranges(of: "<h1>").count == 1 && response.text.contains("method=\"post\""))
    }

    @Test
    func rejectsFormsOfOtherSites() throws {
        let fields: Parameters = ["form": "reset-all"]
        let response = try MockEntra().site.post(Self.edit, fields, headers: [("Origin", "https://evil.test")])
        #expect(response.status == 403)
    }
}
