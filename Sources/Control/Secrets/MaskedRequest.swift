import HTTP
import Wire

/// A request of the journal as a mask shows it, still in the form in which it was sent.
struct MaskedRequest {
    let method: String
    let url: String
    let headers: [HeaderList.Field]
    /// Nil where there is none, or none that is text.
    let body: String?

    init(_ entry: JournalEntry, _ mask: SecretMask) {
        let request = entry.request
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        method = mask.text(request.method)
        url = mask.url("\(entry.origin)\(request.path)\(query)")
        headers = request.headers.fields.map {
            HeaderList.Field(mask.text($0.name), mask.header($0.name, $0.value))
        }
        body = request.body.isEmpty ? nil : MaskedRequest.body(entry, mask)
    }

    var texts: [String] { [method, url] + headers.flatMap { [$0.name, $0.value] } + [body].compactMap(\.self) }

    /// A form and JSON have names for what is secret. A body of another form is hidden whole, as nothing tells what is in it.
    private static func body(_ entry: JournalEntry, _ mask: SecretMask) -> String? {
        let bytes = entry.request.body
        guard let text = String(utf8: bytes) else { return nil }
        if let json = JSONValue(parsing: bytes) {
            let masked = mask.json(json)
            return masked == json ? text : JSONWriter.text(masked)
        }
        return mask.isOff || entry.form != nil ? mask.text(text) : SecretMask.text
    }
}
