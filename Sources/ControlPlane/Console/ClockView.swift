package import Directory
import Entra
package import Formats
import Protocol

/// A page that shows and moves the server's clock and the clocks of the tenants that have their own.
package struct ClockView: ConsoleView {
    package struct Clock: Sendable, Equatable {
        /// The ID of the tenant, or an empty string for the server's clock.
        package let tenant: String
        package let name: String
        package let now: String
        package let offset: String
        /// The time at which the clock is frozen, or nil if the clock runs.
        package let frozen: String?

        package init(tenant: String, name: String, now: String, offset: String, frozen: String?) {
            self.tenant = tenant
            self.name = name
            self.now = now
            self.offset = offset
            self.frozen = frozen
        }
    }

    package let clocks: [Clock]
    /// The clocks that can be moved, with the server's clock first.
    package let tenants: [(value: String, text: String)]
    /// The reason why the last change was rejected, or nil.
    package let problem: String?

    package init(clocks: [Clock], tenants: [(value: String, text: String)], problem: String?) {
        self.clocks = clocks
        self.tenants = tenants
        self.problem = problem
    }

    package var section: ConsoleSection { .clock }
    package var lead: String { "Codes, tokens, sessions, device codes and one-time codes expire by these clocks." }

    package func write(to html: inout HTMLWriter) {
        if let problem { html.element("p", ["class": "notice bad", "role": "alert"], text: problem) }
        html.table(
            Table(
                "Clocks", head: ["Clock of", "Current time", "Offset", "Frozen at"],
                rows: clocks.map { [Cell($0.name), .code($0.now), .code($0.offset), .code($0.frozen ?? "")] }))
        html.raw("<h2>Change a clock</h2>\n")
        html.element("form", ["method": "post", "action": section.path, "class": "question"]) { html in
            html.raw("\n")
            html.selectField("Clock of", name: "tenant", options: tenants, chosen: "")
            html.selectField("Change", name: "change", options: ClockView.changes, chosen: "advance")
            html.textField("Duration or time", name: "value", value: "", hint: "PT10M or 2030-01-01T00:00:00Z")
            html.element("button", ["class": "button"], text: "Apply")
        }
        html.raw("\n")
    }

    /// The changes that the form offers: the members of `PUT /_understudy/clock`, `run` and `reset`.
    private static let changes: [(value: String, text: String)] = [
        ("advance", "advance by"), ("offset", "set the offset to"), ("frozen", "freeze at (empty: the current time)"),
        ("run", "unfreeze"), ("reset", "reset to the system clock"),
    ]
}

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
