package import Directory
import Entra
package import Pages
package import Wire

extension ClockView {
    /// From what `GET /_understudy/clock` answers, `{"now", "offset", "frozen", "tenants"?}`, a tenant's by its id.
    package init(_ clock: JSONValue, in directory: Directory, problem: String? = nil) {
        let own = (clock["tenants"]?.object ?? []).map { member in
            ClockView.clock(
                member.value, tenant: member.name,
                name: directory.tenant(TenantID(member.name))?.displayName ?? member.name)
        }
        self.init(
            clocks: [ClockView.clock(clock, tenant: "", name: "The server")] + own,
            tenants: [("", "the server")] + directory.tenants.map { ($0.id.description, $0.displayName) },
            problem: problem)
    }

    private static func clock(_ value: JSONValue, tenant: String, name: String) -> Clock {
        Clock(
            tenant: tenant, name: name, now: value["now"]?.string ?? "", offset: value["offset"]?.string ?? "",
            frozen: value["frozen"]?.string)
    }

    /// What the page's form asks, as the body of `PUT /_understudy/clock`. Nil for a word of no such
    /// request.
    package static func request(_ form: Form) -> JSONValue? {
        let value = form["value"] ?? ""
        let member: JSONValue.Member? =
            switch form["change"] ?? "" {
            case "advance": JSONValue.Member("advance", .string(value))
            case "offset": JSONValue.Member("offset", .string(value))
            case "frozen": JSONValue.Member("frozen", .string(value.isEmpty ? "now" : value))
            case "run": JSONValue.Member("frozen", .null)
            default: nil
            }
        return member.map { .object([$0]) }
    }
}
