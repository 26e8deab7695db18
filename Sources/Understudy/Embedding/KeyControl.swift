extension Understudy {
    /// The keys that sign tokens.
    public struct KeyControl: Sendable {
        let control: ControlPlane

        /// The keys that are published, and which of them sign.
        ///
        /// - Throws: ``ControlError`` where the keys cannot be had.
        public func list() throws(ControlError) -> [PublishedKey] {
            try PublishedKey.list(control.json(.control("GET", "keys")))
        }

        /// Has a new key sign from now on.
        ///
        /// - Parameters:
        ///   - kind: Tenants of which kind.
        ///   - grace: How long the key before stays published; nil: until it is dropped.
        /// - Returns: The keys that are published then.
        /// - Throws: ``ControlError`` of status 400 for a time that is negative.
        @discardableResult
        public func rotate(
            _ kind: TenantKind = .workforce, grace: Duration? = nil
        ) throws(ControlError) -> [PublishedKey] {
            let body = JSON.members(["for": .string(kind.rawValue), "grace": grace.map { JSON($0) }])
            return try PublishedKey.list(control.json(.control("POST", "keys", "rotate", body: body)))
        }

        /// Takes a key that signs no longer out of what is published.
        ///
        /// - Parameter id: Its `kid`.
        /// - Throws: ``ControlError`` of status 404 for an unknown key, 409 for one that signs.
        public func drop(_ id: String) throws(ControlError) {
            try control.json(.control("DELETE", "keys", id))
        }
    }

    /// A key that verifies tokens.
    public struct PublishedKey: Sendable, Hashable {
        /// Its `kid`.
        public let id: String
        /// Tenants of which kind it is for.
        public let kind: TenantKind
        /// Whether it is the one that signs.
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

    /// Kinds of tenants.
    public enum TenantKind: String, Sendable, CaseIterable {
        /// An organization's own.
        case workforce
        /// For customers (Entra External ID).
        case external
        /// For customers (Azure AD B2C).
        case b2c
    }
}
