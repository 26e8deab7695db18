import Directory
package import Entra
package import Formats
import HTTP
package import Protocol

extension ControlRoutes {
    /// The routes of the clock.
    static let clock: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/clock", .clock),
        Route(["PUT"], "/_understudy/clock", .adjustClock),
    ]
}

extension ControlEndpoint {
    /// The time on the server's clock, or on the clock of a tenant.
    static var clock: ControlEndpoint {
        .control("clock", query: .tenant) { (context, server) throws(ProblemDocument) in
            let tenant = try context.controlTenant(server)
            return .json(server.clock.json(of: tenant?.id))
        }
    }

    static var adjustClock: ControlEndpoint {
        .control("clock", ClockRequest.self, query: .tenant) { (request, context, server) throws(ProblemDocument) in
            let tenant = try context.controlTenant(server)
            try request.apply(to: server.clock, of: tenant?.id)
            return .json(server.clock.json(of: tenant?.id))
        }
    }
}

/// A request to `PUT /_understudy/clock`, which moves, freezes or resumes a clock.
package struct ClockRequest: ControlRequest {
    /// The time by which the clock runs ahead of the machine's clock. An offset without `frozen` resumes a frozen clock.
    var offset: Duration?
    var frozen: Freeze?
    /// The duration by which the clock moves on from its current time.
    var advance: Duration?

    /// The time at which a clock is frozen.
    package enum Freeze: Sendable {
        case at(Timestamp)
        case now
        case never
    }

    /// Reads `{"offset": "PT2H"}`, `{"frozen": "2030-01-01T00:00:00Z" | "now" | null}`, `{"advance": "PT10M"}`, or a
    /// combination of these members.
    package init(reading body: inout ControlBody) {
        self.init(
            offset: body.optional("offset", .duration), frozen: body.optional("frozen", .freeze),
            advance: body.optional("advance", .duration))
        if !["offset", "frozen", "advance"].contains(where: body.has) {
            body.reject("Give at least one of offset, frozen and advance.")
        }
    }

    /// Creates a request from values of a program. Throws a problem of status 400 for a duration that is out of range.
    package init(
        checking offset: Duration? = nil, frozen: Freeze? = nil, advance: Duration? = nil
    ) throws(ProblemDocument) {
        try ControlArguments.check { arguments in
            arguments.check("offset", offset, .duration)
            arguments.check("advance", advance, .duration)
        }
        self.init(offset: offset, frozen: frozen, advance: advance)
    }

    private init(offset: Duration?, frozen: Freeze?, advance: Duration?) {
        self.offset = offset
        self.frozen = frozen
        self.advance = advance
    }

    /// Applies the change to the clock of a tenant, or to the server's clock if `tenant` is nil. Throws a problem of status
    /// 503 if the store is unavailable.
    package func apply(to clock: AdjustableClock, of tenant: TenantID?) throws(ProblemDocument) {
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try clock.adjust(tenant) { adjustment, now in adjust(&adjustment, now) }
        }
    }

    private func adjust(_ adjustment: inout AdjustableClock.Adjustment, _ now: Timestamp) {
        if let offset {
            adjustment.offset = offset
            adjustment.frozen = nil
        }
        switch frozen {
        case .at(let time): adjustment.frozen = time
        case .now: adjustment.frozen = now
        case .never: adjustment.frozen = nil
        case nil: break
        }
        if let advance { adjustment.advance(by: advance) }
    }
}

extension FieldKind where Value == ClockRequest.Freeze {
    static var freeze: FieldKind {
        FieldKind("a time such as \"2030-01-01T00:00:00Z\", \"now\" or null", placeholder: .never) { value in
            if value == .null { return .never }
            guard let text = value.string else { return nil }
            return text.isExactly("now") ? .now : Timestamp(iso8601: text).map { .at($0) }
        }
    }
}

extension AdjustableClock {
    /// Returns `{"now": …, "offset": "PT0S", "frozen": null}` for a tenant, or for the server if `tenant` is nil. The server's
    /// object also lists the tenants that have a clock of their own.
    package func json(of tenant: TenantID?) -> [UInt8] {
        JSONWriter.object { json in
            if let tenant { json.field("tenant", tenant.description) }
            write(tenant, to: &json)
            guard tenant == nil, !adjustedTenants.isEmpty else { return }
            json.object("tenants") { list in
                for tenant in adjustedTenants { list.object(tenant.description) { write(tenant, to: &$0) } }
            }
        }
    }

    private func write(_ tenant: TenantID?, to json: inout JSONWriter) {
        let adjustment = adjustment(of: tenant)
        json.field("now", now { tenant }.iso8601)
        json.field("offset", adjustment.offset.iso8601)
        if let frozen = adjustment.frozen { json.field("frozen", frozen.iso8601) } else { json.null("frozen") }
    }
}
