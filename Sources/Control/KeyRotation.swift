package import Crypto
import Directory
import Entra
import State
import Wire

/// `POST /_understudy/keys/rotate`: a new key signs from now on; the one before is published for a while.
package struct KeyRotation: Sendable {
    var ring: KeysInForce.Ring
    /// How long the old key stays published; nil: until it is dropped.
    var grace: Duration?

    /// Reads `{"for"?: "workforce" | "external" | "b2c", "grace"?: "PT1H"}`; no body: workforce, until dropped.
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

    /// Rotates, and lists the keys of all rings.
    package func run(_ controls: Controls) throws(ProblemDocument) -> [UInt8] {
        let now = controls.clock.now()
        let key: SigningKey
        do throws(CryptoFailure) {
            // Made before, where it was not needed yet: neither is to be waited for while others are kept waiting.
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

/// The signing keys as the control plane shows them.
package enum SigningKeys {
    /// `{"keys": [{"kid": …, "for": "workforce", "signs": true}]}`.
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

    /// Takes a key out of what is published. Throws a problem of status 404 for an unknown key, 409 for one that signs, 503 where
    /// that cannot be kept.
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
