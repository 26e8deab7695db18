package import Directory
import Entra
package import Formats
import Protocol

extension ClockView {
    /// Creates the view from the response of `GET /_understudy/clock`: `{"now", "offset", "frozen", "tenants"?}`, with the
    /// tenants keyed by ID.
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

    /// Returns the body of `PUT /_understudy/clock` for a submitted form, or nil if the form names no change of that request.
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
