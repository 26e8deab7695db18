import Wire

extension Understudy {
    /// The clock that every lifetime follows: of the whole server, or of one tenant.
    public struct ClockControl: Sendable {
        let control: ControlPlane
        /// Id or domain of the tenant whose clock it is; nil for the server's.
        let tenant: String?

        /// The clock of one tenant, which goes its own way from its first change on, until it and the server's are right, or
        /// the tenant is reset.
        ///
        /// - Parameter tenant: Id or domain.
        public func of(tenant: String) -> ClockControl { ClockControl(control: control, tenant: tenant) }

        /// How it goes now.
        ///
        /// - Throws: ``ControlError`` of status 404 where there is no such tenant.
        public func reading() throws(ControlError) -> ClockReading {
            try ClockReading(control.json(.control("GET", "clock", query: query)))
        }

        /// Moves it that much further from where it is; a frozen one stays frozen.
        ///
        /// - Parameter duration: Exact to the nanosecond; backwards where it is negative.
        /// - Throws: ``ControlError`` of status 404 where there is no such tenant, 400 beyond what a clock can tell.
        @discardableResult
        public func advance(by duration: Duration) throws(ControlError) -> ClockReading {
            try steer(["advance": JSON(duration)])
        }

        /// Lets it run that much ahead of the machine's clock, no longer frozen.
        ///
        /// - Parameter offset: Behind it where it is negative; zero puts it right.
        /// - Throws: ``ControlError`` of status 404 where there is no such tenant, 400 beyond what a clock can tell.
        @discardableResult
        public func set(ahead offset: Duration) throws(ControlError) -> ClockReading {
            try steer(["offset": JSON(offset)])
        }

        /// Stops it.
        ///
        /// - Parameter instant: The time that it tells from now on; nil for the one that it tells now.
        /// - Throws: ``ControlError`` of status 404 where there is no such tenant.
        @discardableResult
        public func freeze(at instant: Instant? = nil) throws(ControlError) -> ClockReading {
            try steer(["frozen": instant.map { JSON($0) } ?? "now"])
        }

        /// Lets a frozen one run again, as far ahead of the machine's clock as it was before.
        ///
        /// - Throws: ``ControlError`` of status 404 where there is no such tenant.
        @discardableResult
        public func run() throws(ControlError) -> ClockReading {
            try steer(["frozen": .null])
        }

        private var query: Form { Form(of: ["tenant": tenant]) }

        private func steer(_ body: JSON) throws(ControlError) -> ClockReading {
            try ClockReading(control.json(.control("PUT", "clock", query: query, body: body)))
        }
    }

    /// How a clock goes.
    public struct ClockReading: Sendable, Hashable {
        /// The time that it tells.
        public let now: Instant
        /// How far it is ahead of the machine's clock when it runs.
        public let offset: Duration
        /// The time at which it stands; nil where it runs.
        public let frozen: Instant?
        /// Of the server's clock: the tenants, by id, that have a clock of their own.
        public let tenants: [String: ClockReading]

        init(_ json: JSON) throws(ControlError) {
            now = try (json["now"]?.instant).promised("now")
            offset = try (json["offset"]?.duration).promised("offset")
            frozen = json["frozen"]?.instant
            var readings: [String: ClockReading] = [:]
            // Allowed (character): the ids of tenants are GUIDs, in the public type too.
            for (tenant, reading) in json["tenants"]?.object ?? [:] { readings[tenant] = try ClockReading(reading) }
            tenants = readings
        }
    }
}
