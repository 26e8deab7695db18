import Protocol

extension CurlView {
    /// Creates the page of one request with all its secrets except the control token. Returns nil if the journal has no such
    /// request.
    package init?(_ id: Int64, in journal: Journal, _ reader: JournalReader) {
        guard let item = journal[id] else { return nil }
        let command = CurlCommand.text(item.entry, reader.showingSecrets.mask(item))
        self.init(request: "\(id)", command: CodeBlock("Repeats the request, with its secrets", command))
    }
}
