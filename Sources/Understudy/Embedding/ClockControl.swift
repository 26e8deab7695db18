import Formats

extension Understudy {
    /// The clock that every lifetime follows, of the whole server or of one tenant.
    public struct ClockControl: Sendable {
        let control: ControlPlane
        /// The ID or domain of the tenant, or nil for the server's clock.
        let tenant: String?

        /// Returns the clock of one tenant. The tenant's clock is separate from its first change on, until both the tenant's and
        /// the server's clock are back at the machine's time, or the tenant is reset.
        ///
        /// - Parameter tenant: The ID or domain.
        public func of(tenant: String) -> ClockControl { ClockControl(control: control, tenant: tenant) }

        /// Returns the current state of the clock.
        ///
        /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
        public func reading() throws(ControlError) -> ClockReading {
            try ClockReading(control.json(.control("GET", "clock", query: query)))
        }

        /// Moves the clock forward from its current time. A frozen clock stays frozen.
        ///
        /// - Parameter duration: The duration, exact to the nanosecond. A negative duration moves the clock back.
        /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 400 for a time that is out of range.
        @discardableResult
        public func advance(by duration: Duration) throws(ControlError) -> ClockReading {
            try steer(["advance": JSON(duration)])
        }

        /// Lets the clock run at an offset from the machine's clock, and resumes a frozen clock.
        ///
        /// - Parameter offset: The time ahead of the machine's clock. A negative offset means behind, and zero removes the offset.
        /// - Throws: ``ControlError`` of status 404 if there is no such tenant, and 400 for a time that is out of range.
        @discardableResult
        public func set(ahead offset: Duration) throws(ControlError) -> ClockReading {
            try steer(["offset": JSON(offset)])
        }

        /// Freezes the clock.
        ///
        /// - Parameter instant: The time at which the clock is frozen, or nil for its current time.
        /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
        @discardableResult
        public func freeze(at instant: Instant? = nil) throws(ControlError) -> ClockReading {
            try steer(["frozen": instant.map { JSON($0) } ?? "now"])
        }

        /// Resumes a frozen clock, at its previous offset from the machine's clock.
        ///
        /// - Throws: ``ControlError`` of status 404 if there is no such tenant.
        @discardableResult
        public func run() throws(ControlError) -> ClockReading {
            try steer(["frozen": .null])
        }

        private var query: Form { Form(of: ["tenant": tenant]) }

        private func steer(_ body: JSON) throws(ControlError) -> ClockReading {
            try ClockReading(control.json(.control("PUT", "clock", query: query, body: body)))
        }
    }

    /// The state of a clock.
    public struct ClockReading: Sendable, Hashable {
        /// The current time of the clock.
        public let now: Instant
        /// The time by which the clock runs ahead of the machine's clock, when it is not frozen.
        public let offset: Duration
        /// The time at which the clock is frozen, or nil if the clock runs.
        public let frozen: Instant?
        /// The tenants with a clock of their own, by ID, if this is the server's clock.
        public let tenants: [String: ClockReading]

        init(_ json: JSON) throws(ControlError) {
            now = try (json["now"]?.instant).promised("now")
            offset = try (json["offset"]?.duration).promised("offset")
            frozen = json["frozen"]?.instant
            var readings: [String: ClockReading] = [:]
            // Allowed (character): the IDs of tenants are GUIDs, in the public type too.
            for (tenant, reading) in json["tenants"]?.object ?? [:] { readings[tenant] = try ClockReading(reading) }
            tenants = readings
        }
    }
}
