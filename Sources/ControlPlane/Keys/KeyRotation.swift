package import Crypto
import Directory
import Entra
import Formats
package import Protocol
import Store

/// A request to `POST /_understudy/keys/rotate`, which replaces the signing key. The previous key stays published for a while.
package struct KeyRotation: Sendable {
    var ring: KeysInForce.Ring
    /// The time for which the previous key stays published, or nil for no limit.
    var grace: Duration?

    /// Reads `{"for"?: "workforce" | "external" | "b2c", "grace"?: "PT1H"}`. Without a body, the workforce key is rotated and the
    /// previous key stays published. Throws a problem of status 400 for any other body.
    package init(parsing body: [UInt8]) throws(ProblemDocument) {
        self = try ControlBody.read(body, allowsEmpty: true) { body in
            let rotation = KeyRotation(
                ring: body.optional("for", .word(placeholder: .workforce)) ?? .workforce,
                grace: body.optional("grace", .duration))
            if let grace = rotation.grace, grace < .zero { body.refuse("grace", "Must not be negative.") }
            return rotation
        }
    }

    private init(ring: KeysInForce.Ring, grace: Duration?) {
        self.ring = ring
        self.grace = grace
    }

    /// Rotates the key, and returns the keys of all rings. Throws a problem of status 503 if the store is unavailable, and 500 if
    /// no key can be created.
    package func run(_ controls: Controls) throws(ProblemDocument) -> [UInt8] {
        let now = controls.clock.now()
        let key: SigningKey
        do throws(CryptoFailure) {
            // Both keys are created before the transaction, so that no other request waits for their creation.
            _ = try controls.keys.material(at: now).ring(ring)
            key = try SigningKey.make(SystemRandom())
        } catch {
            throw ProblemDocument(status: 500, title: "Key generation failed", detail: error.reason)
        }
        try ProblemDocument.keeping { () throws(EntraError) in
            try controls.keys.rotate(ring, to: key, retiring: grace.map { now.adding($0) }, at: now)
        }
        return SigningKeys.json(controls.keys.material(at: now))
    }
}

/// The signing keys in the form of the control plane.
package enum SigningKeys {
    /// Returns `{"keys": [{"kid": …, "for": "workforce", "signs": true}]}`.
    package static func json(_ material: KeyMaterial) -> [UInt8] {
        JSONWriter.object { json in
            json.array("keys") { list in
                for ring in KeysInForce.Ring.allCases {
                    guard let keys = try? material.ring(ring) else { continue }
                    for key in keys.published {
                        list.objectElement { entry in
                            entry.field("kid", key.id)
                            entry.field("for", ring.rawValue)
                            entry.field("signs", key.id.isExactly(keys.current.id))
                        }
                    }
                }
            }
        }
    }

    /// Removes a key from the published keys. Throws a problem of status 404 for an unknown key, 409 for the current signing key,
    /// and 503 if the store is unavailable.
    package static func drop(_ id: String, _ controls: Controls) throws(ProblemDocument) {
        let now = controls.clock.now()
        let outcome = try ProblemDocument.keeping { () throws(EntraError) in try controls.keys.drop(id, at: now) }
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
