import Entra
import Formats

extension ObjectID {
    /// The `securityIdentifier` of a user or group, or nil if the ID is no GUID. The service derives the identifier from the object
    /// ID: four numbers of the ID's bytes, in the order in which Windows stores a GUID.
    var securityIdentifier: String? {
        guard let id = GUID(description) else { return nil }
        let numbers = [
            UInt32(truncatingIfNeeded: id.high >> 32),
            UInt32(truncatingIfNeeded: (id.high & 0xFFFF) << 16 | (id.high >> 16) & 0xFFFF),
            UInt32(truncatingIfNeeded: id.low >> 32).byteSwapped,
            UInt32(truncatingIfNeeded: id.low).byteSwapped,
        ]
        return "S-1-12-1-" + numbers.map(\.description).joined(separator: "-")
    }
}
