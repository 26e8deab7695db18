package import Crypto
import Directory
import Entra
import Formats
import HTTP
package import Protocol
package import Store

extension ControlRoutes {
    /// The routes of the signing keys.
    static let keys: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/keys", .signingKeys),
        Route(["POST"], "/_understudy/keys/rotate", .rotateKeys),
        Route(["DELETE"], "/_understudy/keys/{key}", .dropKey),
    ]
}

extension ControlEndpoint {
    /// The published signing keys, with the information which of them sign.
    static var signingKeys: ControlEndpoint {
        .control("keys", keys: .allTenants) { (context, server) throws(ProblemDocument) in
            .json(SigningKeys.json(context.services.keys))
        }
    }

    static var rotateKeys: ControlEndpoint {
        .control("keys-rotate", KeyRotation.self, isSlow: true) { (rotation, _, server) throws(ProblemDocument) in
            .json(try rotation.run(server.controls))
        }
    }

    static var dropKey: ControlEndpoint {
        .control("keys-drop", takesBody: false, keys: .allTenants) { (context, server) throws(ProblemDocument) in
            try SigningKeys.drop(context.captures["key"] ?? "", server.controls)
            return HTTPResponse(status: 204)
        }
    }
}

/// A request to `POST /_understudy/keys/rotate`, which replaces the signing key. The previous key stays published for a while.
package struct KeyRotation: ControlRequest {
    package static var allowsEmptyBody: Bool { true }

    var ring: KeyStore.Ring
    /// The time for which the previous key stays published, or nil for no limit.
    var grace: Duration?

    /// Reads `{"for"?: "workforce" | "external" | "b2c", "grace"?: "PT1H"}`. Without a body, the workforce key is rotated and the
    /// previous key stays published.
    package init(reading body: inout ControlBody) {
        self.init(
            ring: body.optional("for", .word(placeholder: .workforce)) ?? .workforce,
            grace: body.optional("grace", .duration))
        if let contradiction { body.reject(contradiction) }
    }

    /// Creates a request from values of a program. Throws a problem of status 400 for an invalid time.
    package init(checking ring: KeyStore.Ring, grace: Duration?) throws(ProblemDocument) {
        let rotation = KeyRotation(ring: ring, grace: grace)
        try ControlArguments.check { arguments in
            arguments.check("grace", grace, .duration)
            if let contradiction = rotation.contradiction { arguments.reject(contradiction) }
        }
        self = rotation
    }

    private init(ring: KeyStore.Ring, grace: Duration?) {
        self.ring = ring
        self.grace = grace
    }

    private var contradiction: Contradiction? {
        grace.flatMap { $0 < .zero ? Contradiction("grace", "Must not be negative.") : nil }
    }

    /// Rotates the key, and returns the keys of all rings as JSON. Throws a problem of status 503 if the store is unavailable, and
    /// 500 if no key can be created.
    package func run(_ controls: Controls) throws(ProblemDocument) -> [UInt8] {
        SigningKeys.json(try rotate(controls))
    }

    /// Rotates the key, and returns the keys of all rings. Throws a problem of status 503 if the store is unavailable, and 500 if
    /// no key can be created.
    package func rotate(_ controls: Controls) throws(ProblemDocument) -> KeyMaterial {
        let now = controls.clock.now()
        let key: SigningKey
        do throws(CryptoFailure) {
            // Both keys are created before the transaction, so that no other request waits for their creation.
            _ = try controls.keys.material(at: now).ring(ring)
            key = try SigningKey.make(SystemRandom(), from: now)
        } catch {
            throw ProblemDocument(status: 500, title: "Key generation failed", detail: error.reason)
        }
        try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try controls.keys.rotate(ring, to: key, retiring: grace.map { now.adding($0) }, at: now)
        }
        return controls.keys.material(at: now)
    }
}

/// The signing keys in the form of the control plane.
package enum SigningKeys {
    /// A published key of a ring.
    package struct Key: Sendable {
        package let id: String
        package let ring: KeyStore.Ring
        /// Whether the key signs new tokens.
        package let signs: Bool
    }

    /// Returns the published keys of all rings.
    package static func published(_ material: KeyMaterial) -> [Key] {
        KeyStore.Ring.allCases.flatMap { ring in
            guard let keys = try? material.ring(ring) else { return [Key]() }
            return keys.published.map { Key(id: $0.id, ring: ring, signs: $0.id.isExactly(keys.current.id)) }
        }
    }

    /// Returns `{"keys": [{"kid": …, "for": "workforce", "signs": true}]}`.
    package static func json(_ material: KeyMaterial) -> [UInt8] {
        JSONWriter.object { json in
            json.array("keys") { list in
                for key in published(material) {
                    list.objectElement { entry in
                        entry.field("kid", key.id)
                        entry.field("for", key.ring.rawValue)
                        entry.field("signs", key.signs)
                    }
                }
            }
        }
    }

    /// Removes a key from the published keys. Throws a problem of status 404 for an unknown key, 409 for the current signing key,
    /// and 503 if the store is unavailable.
    package static func drop(_ id: String, _ controls: Controls) throws(ProblemDocument) {
        let now = controls.clock.now()
        let outcome = try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
            try controls.keys.drop(id, at: now)
        }
        switch outcome {
        case .dropped: return
        case .notFound: throw .notFound("No published key has the kid \(id).")
        case .current:
            throw ProblemDocument(
                status: 409, title: "Key in use",
                detail: "The key \(id) signs tokens and cannot be removed: rotate the keys first.")
        }
    }
}
