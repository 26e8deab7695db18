extension Understudy {
    /// The keys that sign tokens.
    public struct KeyControl: Sendable {
        let control: ControlPlane

        /// Returns the published keys, each with whether it signs.
        ///
        /// - Throws: ``ControlError`` if the server does not return the keys.
        public func list() throws(ControlError) -> [PublishedKey] {
            try PublishedKey.list(control.json(.control("GET", "keys")))
        }

        /// Creates a new key, which signs from now on.
        ///
        /// - Parameters:
        ///   - kind: The kind of tenants whose key is replaced.
        ///   - grace: The time for which the previous key stays published, or nil for no limit.
        /// - Returns: The published keys after the rotation.
        /// - Throws: ``ControlError`` of status 400 for a negative time.
        @discardableResult
        public func rotate(
            _ kind: TenantKind = .workforce, grace: Duration? = nil
        ) throws(ControlError) -> [PublishedKey] {
            let body = JSON.members(["for": .string(kind.rawValue), "grace": grace.map { JSON($0) }])
            return try PublishedKey.list(control.json(.control("POST", "keys", "rotate", body: body)))
        }

        /// Removes a key that no longer signs from the published keys.
        ///
        /// - Parameter id: The `kid` of the key.
        /// - Throws: ``ControlError`` of status 404 for an unknown key, and 409 for the key that signs.
        public func drop(_ id: String) throws(ControlError) {
            try control.json(.control("DELETE", "keys", id))
        }
    }

    /// A published key, which verifies tokens.
    public struct PublishedKey: Sendable, Hashable {
        /// The `kid` of the key.
        public let id: String
        /// The kind of tenants whose tokens the key verifies.
        public let kind: TenantKind
        /// Whether the key signs new tokens.
        public let signs: Bool

        static func list(_ json: JSON) throws(ControlError) -> [PublishedKey] {
            var keys: [PublishedKey] = []
            for entry in try (json["keys"]?.array).promised("keys") {
                keys.append(
                    PublishedKey(
                        id: try (entry["kid"]?.string).promised("kid"),
                        kind: try (entry["for"]?.string).flatMap(TenantKind.init(rawValue:)).promised("for"),
                        signs: try (entry["signs"]?.bool).promised("signs")))
            }
            return keys
        }
    }

    /// The kinds of tenants.
    public enum TenantKind: String, Sendable, CaseIterable {
        /// A tenant for an organization's employees and guests.
        case workforce
        /// A tenant for customers (Entra External ID).
        case external
        /// A tenant for customers (Azure AD B2C).
        case b2c
    }
}
