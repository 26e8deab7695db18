import Entra
import Wire

/// What OAuth says of every parameter (RFC 6749 §3.1, §3.2).
extension Form {
    /// The value of a parameter; an empty one counts as absent.
    func given(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }

    /// Throws AADSTS9000411 for one of these that stands more than once.
    func refuseRepeated(_ names: Set<ExactString> = Parameter.single) throws(EntraError) {
        guard let name = firstDuplicate(where: { names.contains($0) }) else { return }
        throw EntraError(.duplicateParameter, [.parameter: name])
    }
}
