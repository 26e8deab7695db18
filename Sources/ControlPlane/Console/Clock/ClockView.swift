import Directory
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
    /// The access token that was issued last in the chosen tenant, or nil if the journal has none.
    let newest: NewestAccessToken?
    /// The submitted form, whose values the page keeps.
    let form: Form
    /// The reason why the last change was rejected, or nil.
    package let problem: String?

    package var section: ConsoleSection { .clock }
    package var lead: String { "Codes, tokens, sessions, device codes and one-time codes expire by these clocks." }

    package func write(to html: inout HTMLWriter) {
        html.table(
            Table(
                "Clocks", head: ["Clock of", "Current time", "Offset", "Frozen at"],
                rows: clocks.map { [Cell($0.name), .code($0.now), .code($0.offset), .code($0.frozen ?? "")] }))
        let isQuick = form["quick"] != nil
        html.raw("<h2>Move a clock</h2>\n")
        html.element("form", ["method": "post", "action": section.path, "class": "quick-clock"]) { html in
            html.raw("\n<div class=\"question\">\n")
            html.selectField("Clock of", name: "tenant", options: tenants, chosen: form["tenant"] ?? "")
            html.raw("</div>\n")
            if isQuick { html.problem(problem, of: "quick") }
            html.raw("<div class=\"buttons\">")
            for step in QuickStep.all {
                html.element("button", ["class": "small", "name": "quick", "value": step.name], text: step.title)
            }
            html.raw("</div>\n")
            html.element("p", ["class": "soft"], text: newestText)
        }
        html.raw("\n<h2>Set a clock</h2>\n")
        html.element("form", ["method": "post", "action": section.path, "class": "question"]) { html in
            html.raw("\n")
            html.element("label", ["for": "field-clock"], text: "Clock of")
            html.element("select", ["id": "field-clock", "name": "tenant"]) { html in
                for tenant in tenants {
                    html.element(
                        "option",
                        ["value": tenant.value, "selected": tenant.value.isExactly(form["tenant"] ?? "") ? "" : nil],
                        text: tenant.text)
                }
            }
            html.raw("\n")
            html.selectField(
                "Change", name: "change", options: ClockView.changes, chosen: form["change"] ?? "advance")
            html.input(
                "Duration or time", name: "value", value: form["value"] ?? "",
                hint: "PT10M or 2030-01-01T00:00:00Z", problem: isQuick ? nil : problem)
            html.element("button", ["class": "button"], text: "Apply")
        }
        html.raw("\n")
    }

    private var newestText: String {
        guard let newest else {
            return "The request journal has no access token yet. Get one to move a clock to its expiry."
        }
        return "The newest access token, issued to \(newest.client), expires at \(newest.expiry.iso8601)."
    }

    /// The changes that the form offers: the members of `PUT /_understudy/clock`, `run` and `reset`.
    private static let changes: [(value: String, text: String)] = [
        ("advance", "advance by"), ("offset", "set the offset to"), ("frozen", "freeze at (empty: the current time)"),
        ("run", "unfreeze"), ("reset", "reset to the system clock"),
    ]
}

/// A change of a clock with one click.
struct QuickStep: Sendable {
    /// The value of the button.
    let name: String
    let title: String
    /// The change, as the form for any change names it.
    let change: String
    let value: String

    /// The name of the step to the expiry of the newest access token, which is computed when the button is used.
    static let expiry = "expiry"

    static let all: [QuickStep] = [
        QuickStep(name: "hour", title: "+1 hour", change: "advance", value: "PT1H"),
        QuickStep(name: "day", title: "+1 day", change: "advance", value: "P1D"),
        QuickStep(name: "month", title: "+30 days", change: "advance", value: "P30D"),
        QuickStep(name: "hour-back", title: "−1 hour", change: "advance", value: "-PT1H"),
        QuickStep(name: "day-back", title: "−1 day", change: "advance", value: "-P1D"),
        QuickStep(name: expiry, title: "To the expiry of the newest token", change: "advance", value: ""),
        QuickStep(name: "freeze", title: "Freeze", change: "frozen", value: ""),
        QuickStep(name: "run", title: "Unfreeze", change: "run", value: ""),
        QuickStep(name: "reset", title: "Back to now", change: "reset", value: ""),
    ]
}

extension ClockView {
    /// Creates the view from the response of `GET /_understudy/clock`: `{"now", "offset", "frozen", "tenants"?}`, with the
    /// tenants keyed by ID.
    init(
        _ clock: JSONValue, in directory: Directory, newest: NewestAccessToken? = nil, form: Form = Form(),
        problem: String? = nil
    ) {
        let own = (clock["tenants"]?.object ?? []).map { member in
            ClockView.clock(
                member.value, tenant: member.name,
                name: directory.tenant(TenantID(member.name))?.displayName ?? member.name)
        }
        self.init(
            clocks: [ClockView.clock(clock, tenant: "", name: "The server")] + own,
            tenants: [("", "the server")] + directory.tenants.map { ($0.id.description, $0.displayName) },
            newest: newest, form: form, problem: problem)
    }

    private static func clock(_ value: JSONValue, tenant: String, name: String) -> Clock {
        Clock(
            tenant: tenant, name: name, now: value["now"]?.string ?? "", offset: value["offset"]?.string ?? "",
            frozen: value["frozen"]?.string)
    }

    /// Returns the body of `PUT /_understudy/clock` for a submitted form, or nil if the form names no change of that request.
    static func request(_ form: Form) -> JSONValue? {
        let step = form["quick"].flatMap { name in QuickStep.all.first { $0.name.isExactly(name) } }
        let value = step?.value ?? form["value"] ?? ""
        let member: JSONValue.Member? =
            switch step?.change ?? form["change"] ?? "" {
            case "advance": JSONValue.Member("advance", .string(value))
            case "offset": JSONValue.Member("offset", .string(value))
            case "frozen": JSONValue.Member("frozen", .string(value.isEmpty ? "now" : value))
            case "run": JSONValue.Member("frozen", .null)
            default: nil
            }
        return member.map { .object([$0]) }
    }

    /// Whether a submitted form resets the clock.
    static func isReset(_ form: Form) -> Bool {
        (form["quick"] ?? form["change"]).map { $0.isExactly("reset") } ?? false
    }
}
