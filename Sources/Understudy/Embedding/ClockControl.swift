import ControlPlane
import Directory
import Entra
import Formats
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Protocol

/// A clock that every lifetime follows: the server's clock, or the clock of one tenant.
public struct ClockControl: Sendable {
    let control: ControlCalls
    /// The ID or domain of the tenant, or nil for the server's clock.
    let tenant: String?

    /// Returns the current time of the clock.
    ///
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
    public func now() throws(ControlError) -> Date { try reading().now }

    /// Returns the current state of the clock.
    ///
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
    public func reading() throws(ControlError) -> ClockReading {
        try control.call { (server) throws(ProblemDocument) in
            ClockReading(server.clock, of: try server.controls.tenant(named: tenant)?.id)
        }
    }

    /// Moves the clock forward from its current time. A frozen clock stays frozen.
    ///
    /// - Parameter duration: The duration, exact to the nanosecond. A negative duration moves the clock back.
    /// - Returns: The state of the clock after the change.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 400 for a duration that is out of range.
    @discardableResult
    public func advance(by duration: Duration) throws(ControlError) -> ClockReading {
        try adjust { _ throws(ProblemDocument) in try ClockRequest(checking: nil, advance: duration) }
    }

    /// Freezes the clock at its current time.
    ///
    /// - Returns: The state of the clock after the change.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
    @discardableResult
    public func freeze() throws(ControlError) -> ClockReading {
        try adjust { _ throws(ProblemDocument) in try ClockRequest(checking: nil, frozen: .now) }
    }

    /// Freezes the clock at a time.
    ///
    /// - Parameter date: The time. A date before year 1 or after year 9999 becomes the first or the last time of that range.
    /// - Returns: The state of the clock after the change.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
    @discardableResult
    public func freeze(at date: Date) throws(ControlError) -> ClockReading {
        try adjust { _ throws(ProblemDocument) in try ClockRequest(checking: nil, frozen: .at(Timestamp(date))) }
    }

    /// Resumes a frozen clock, at its previous offset from the machine's clock.
    ///
    /// - Returns: The state of the clock after the change.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
    @discardableResult
    public func resume() throws(ControlError) -> ClockReading {
        try adjust { _ throws(ProblemDocument) in try ClockRequest(checking: nil, frozen: .never) }
    }

    /// Lets the clock run at an offset from the machine's clock, and resumes a frozen clock.
    ///
    /// - Parameter offset: The time ahead of the machine's clock. A negative offset means behind, and zero removes the offset.
    /// - Returns: The state of the clock after the change.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 400 for an offset that is out of range.
    @discardableResult
    public func set(offset: Duration) throws(ControlError) -> ClockReading {
        try adjust { _ throws(ProblemDocument) in try ClockRequest(checking: offset) }
    }

    /// Lets the clock run from a time on, and resumes a frozen clock.
    ///
    /// - Parameter date: The time that the clock has now.
    /// - Returns: The state of the clock after the change.
    /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
    @discardableResult
    public func set(to date: Date) throws(ControlError) -> ClockReading {
        try adjust { (server) throws(ProblemDocument) in
            try ClockRequest(checking: Timestamp(date).duration(since: server.clock.machine.now()))
        }
    }

    private func adjust(
        _ request: (Server) throws(ProblemDocument) -> ClockRequest
    ) throws(ControlError) -> ClockReading {
        try control.call { (server) throws(ProblemDocument) in
            let tenant = try server.controls.tenant(named: tenant)?.id
            try request(server).apply(to: server.clock, of: tenant)
            return ClockReading(server.clock, of: tenant)
        }
    }
}

/// The state of a clock.
public struct ClockReading: Sendable, Hashable {
    /// The current time of the clock.
    public let now: Date
    /// The time by which the clock runs ahead of the machine's clock, when it is not frozen.
    public let offset: Duration
    /// The time at which the clock is frozen, or nil if the clock runs.
    public let frozen: Date?
    /// The tenants with a clock of their own, by ID, if this is the server's clock.
    public let tenants: [String: ClockReading]

    init(_ clock: AdjustableClock, of tenant: TenantID?) {
        let adjustment = clock.adjustment(of: tenant)
        now = Date(clock.now { tenant })
        offset = adjustment.offset
        frozen = adjustment.frozen.map { Date($0) }
        var readings: [String: ClockReading] = [:]
        for own in tenant == nil ? clock.adjustedTenants : [] {
            // Allowed (character): the IDs of tenants are GUIDs, in the public type too.
            readings[own.description] = ClockReading(clock, of: own)
        }
        tenants = readings
    }
}
