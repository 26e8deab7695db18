import Entra
import Formats

/// The OAuth rules for all parameters (RFC 6749 §3.1, §3.2).
extension Form {
    /// Returns the value of a parameter, or nil if the parameter is missing or empty.
    func given(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }

    /// Rejects repeated parameters. Throws AADSTS9000411 if one of these names occurs more than once.
    func rejectRepeated(_ names: Set<ByteString> = Parameter.single) throws(EntraError) {
        guard let name = firstDuplicate(where: { names.contains($0) }) else { return }
        throw EntraError(.duplicateParameter, [.parameter: name])
    }
}
