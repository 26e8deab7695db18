@testable import ControlPlane
import Directory
import Entra
import Formats
@testable import Protocol
import Testing

/// Checks what the console's clock page shows and which requests its form sends.
struct ClockViewTests {
    private static let id = "11111111-1111-4111-8111-111111111111"
    private let directory = Directory(tenants: [
        Tenant(id: TenantID(id), displayName: "Contoso", kind: .workforce, domains: ["contoso.com"])
    ])

    @Test
    func showsServerAndTenantClocks() throws {
        let json = """
            {"now": "2026-11-21T10:00:00Z", "offset": "PT0S", "frozen": null, "tenants": {"\(Self.id)": \
            {"now": "2030-01-01T00:00:00Z", "offset": "PT0S", "frozen": "2030-01-01T00:00:00Z"}}}
            """
        let view = ClockView(try #require(JSONValue(parsing: Array(json.utf8))), in: directory)
        #expect(view.clocks.map(\.name) == ["The server", "Contoso"])
        #expect(view.clocks.map(\.frozen) == [nil, "2030-01-01T00:00:00Z"])
        #expect(view.tenants.map(\.value) == ["", Self.id])
        let html = String(decoding: Console.render(view), as: UTF8.self)
        #expect(html.contains("<code>2026-11-21T10:00:00Z</code>"))
        #expect(html.contains("<option value=\"\(Self.id)\">Contoso</option>"))
    }

    @Test
    func escapesMarkupInErrorMessages() throws {
        let view = ClockView(.object([]), in: directory, problem: "<b>no</b>")
        #expect(String(decoding: Console.render(view), as: UTF8.self).contains("&lt;b&gt;no&lt;/b&gt;"))
    }

    @Test(arguments: [
        ("advance", "PT10M", #"{"advance":"PT10M"}"#), ("offset", "-P1D", #"{"offset":"-P1D"}"#),
        ("frozen", "2030-01-01T00:00:00Z", #"{"frozen":"2030-01-01T00:00:00Z"}"#), ("frozen", "", #"{"frozen":"now"}"#),
        ("run", "", #"{"frozen":null}"#),
    ])
    func sendsClockChangeOfForm(change: String, value: String, body: String) throws {
        let request = try #require(ClockView.request(Form([.init("change", change), .init("value", value)])))
        #expect(String(decoding: JSONWriter.value(request), as: UTF8.self) == body)
    }

    @Test(arguments: ["", "Advance", "now", "reset"])
    func ignoresUnknownClockChanges(change: String) {
        #expect(ClockView.request(Form([.init("change", change), .init("value", "PT1S")])) == nil)
    }
}
