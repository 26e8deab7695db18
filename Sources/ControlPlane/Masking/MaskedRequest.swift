import Formats
import HTTP

/// A request of the journal with its secrets masked, in the form in which the request was sent.
struct MaskedRequest {
    let method: String
    let url: String
    let headers: [HeaderList.Field]
    /// The body, which is empty if the request has none.
    let body: [UInt8]

    init(_ entry: JournalEntry, _ mask: SecretMask) {
        let request = entry.request
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        method = mask.text(request.method)
        url = mask.url("\(entry.origin)\(request.path)\(query)")
        headers = request.headers.fields.map {
            HeaderList.Field(mask.text($0.name), mask.header($0.name, $0.value))
        }
        body = request.body.isEmpty ? [] : MaskedRequest.body(entry, mask)
    }

    /// All texts of the request, in UTF-8 except for a binary body.
    var texts: [[UInt8]] {
        ([method, url] + headers.flatMap { [$0.name, $0.value] }).map { Array($0.utf8) } + [body]
    }

    /// Returns the masked body. JSON and forms name their secrets. Any other body is masked as a whole, because its secrets are
    /// unknown.
    private static func body(_ entry: JournalEntry, _ mask: SecretMask) -> [UInt8] {
        let bytes = entry.request.body
        if let json = JSONValue(parsing: bytes) {
            let masked = mask.json(json)
            return masked == json ? bytes : JSONWriter.value(masked)
        }
        guard let text = String(utf8: bytes) else {
            return mask.isOff ? MaskedRequest.latin1(bytes, mask) : Array(SecretMask.text.utf8)
        }
        return mask.isOff || entry.form != nil ? Array(mask.text(text).utf8) : Array(SecretMask.text.utf8)
    }

    /// Returns a masked body that is not UTF-8, read byte by byte. This works because the server's own credentials, which are
    /// masked even if secrets are shown, are ASCII.
    private static func latin1(_ bytes: [UInt8], _ mask: SecretMask) -> [UInt8] {
        let scalars = String.UnicodeScalarView(bytes.map(Unicode.Scalar.init))
        return mask.text(String(scalars)).unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    }
}
