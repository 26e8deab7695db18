import Wire

extension Understudy {
    /// The directory as a whole: tenants with their users, applications and settings. Single objects are edited by
    /// ``Understudy/graph(of:)``.
    public struct DirectoryControl: Sendable {
        let control: ControlPlane

        /// The directory as it is now, with secrets and passwords, in the shape of the configuration.
        ///
        /// - Throws: ``ControlError`` where it cannot be had.
        public func export() throws(ControlError) -> JSON {
            try control.json(.control("GET", "directory"))
        }

        /// Puts another directory in place of this one, whole or not at all, until a reset.
        ///
        /// - Parameter directory: In the shape of the configuration, without `server` and without names of files. Where the server
        ///   has no control token, it names no other key folder of Azure Arc, and no other issuer whose keys are fetched, than the
        ///   configuration that the server was started with.
        /// - Throws: ``ControlError`` of status 400 with a cause for each mistake; 503 where it cannot be kept.
        public func replace(with directory: JSON) throws(ControlError) {
            try control.json(.control("PUT", "directory", body: directory))
        }

        /// Makes a tenant that is a copy of another, for one test to have to itself: user names and secrets are the same, ids are
        /// fresh.
        ///
        /// - Parameters:
        ///   - original: Id or domain.
        ///   - displayName: The copy's; nil for the original's.
        ///   - keepsAppIDs: Whether applications keep their client ids.
        /// - Throws: ``ControlError`` of status 404 where there is nothing to copy, 409 where there are too many tenants.
        public func makeTenant(
            cloneOf original: String, displayName: String? = nil, keepsAppIDs: Bool = false
        ) throws(ControlError) -> NewTenant {
            try make([
                "cloneOf": .string(original), "displayName": displayName.map { .string($0) },
                "keepAppIds": .bool(keepsAppIDs),
            ])
        }

        /// Makes an empty tenant.
        ///
        /// - Parameters:
        ///   - kind: Of which kind.
        ///   - displayName: Its name; nil for its domain.
        /// - Throws: ``ControlError`` of status 409 where there are too many tenants.
        public func makeTenant(
            _ kind: TenantKind = .workforce, displayName: String? = nil
        ) throws(ControlError) -> NewTenant {
            try make(["kind": .string(kind.rawValue), "displayName": displayName.map { .string($0) }])
        }

        /// Removes a tenant with everything of it. One of the configuration comes back with a reset.
        ///
        /// - Parameter tenant: Id or domain.
        /// - Throws: ``ControlError`` of status 404 where there is none, 409 for that of personal accounts.
        public func deleteTenant(_ tenant: String) throws(ControlError) {
            try control.json(.control("DELETE", "tenants", tenant))
        }

        private func make(_ members: KeyValuePairs<String, JSON?>) throws(ControlError) -> NewTenant {
            let json = try control.json(.control("POST", "tenants", body: .members(members)))
            return NewTenant(
                id: try (json["id"]?.string).promised("id"),
                displayName: try (json["displayName"]?.string).promised("displayName"),
                domains: json["domains"]?.strings ?? [], applications: json["applications"]?.texts ?? [:],
                users: json["users"]?.texts ?? [:], groups: json["groups"]?.texts ?? [:])
        }
    }

    /// A tenant made at run time, and which id became which.
    public struct NewTenant: Sendable, Hashable {
        /// The id of the tenant, as it stands in URLs and tokens.
        public let id: String
        /// Its name.
        public let displayName: String
        /// Its domains, the initial one first.
        public let domains: [String]
        /// The new client id of each application by the original's.
        public let applications: [String: String]
        /// The new id of each user by the original's.
        public let users: [String: String]
        /// The new id of each group by the original's.
        public let groups: [String: String]
    }
}
