import Formats

/// The `server:` section, with the location of every value.
struct ServerDraft: Sendable {
    var options = ServerOptions()
    var certificate: Marked<String>?
    var key: Marked<String>?
    var locations: [ByteString: ConfigurationLocation] = [:]
}

extension FileDraft {
    static let serverKeys = ObjectSpec<FileDraft>(
        "server",
        "The options of `understudy serve`. The command line and the environment take precedence.",
        unknownKeys: .rejected,
        keys: OptionSpec.all.compactMap(option) + [.nested("tls", tlsKeys, "A custom server certificate.")])

    private static let tlsKeys = ObjectSpec<FileDraft>(
        "tls", "A custom server certificate, instead of a certificate from the server's CA.", unknownKeys: .rejected,
        keys: [
            .key(
                "certificate", \.server.certificate, .marked(.nonEmptyText),
                "The path of a PEM file with the certificate chain, leaf first."
            )
            .required,
            .key("key", \.server.key, .marked(.nonEmptyText), "The path of a PEM file with the private key.").required,
        ])

    /// The consequences of a missing value, for options without which the server demands less.
    private static let absences: [ByteString: String] = ["controlToken": "the control plane would be open"]

    /// Returns the key of an option, or nil if the file cannot set the option. A list means the same as its elements separated by
    /// commas.
    private static func option(_ option: OptionSpec) -> KeySpec<FileDraft>? {
        guard let key = option.key else { return nil }
        var spec = KeySpec<FileDraft>(
            name: key, shape: option.shape.orText, help: "\(option.help) Default: \(option.defaultText)."
        ) { draft, input, location, findings in
            guard let text = text(input, option.shape, location, &findings) else { return }
            if let sentence = option.parse(text, into: &draft.server.options) {
                findings.error(location, sentence)
            } else {
                draft.server.locations[key] = location
            }
        }
        spec.absence = absences[key]
        return spec
    }

    private static func text(
        _ input: YAMLValue, _ shape: Shape, _ location: ConfigurationLocation, _ findings: inout Findings
    ) -> String? {
        switch (input.node.content, shape) {
        case (.scalar, .text): return ValueSpec<String>.text.read(input, location, &findings)
        case (.scalar(let scalar), _): return scalar.text
        case (.sequence(let nodes), .either):
            var parts: [String] = []
            for case .scalar(let scalar) in nodes.map(\.content) { parts.append(scalar.text) }
            if parts.count == nodes.count, !parts.isEmpty { return parts.joined(separator: ",") }
            findings.error(location, nodes.isEmpty ? "must not be an empty list" : "must be a list of text or numbers")
            return nil
        default: break
        }
        findings.error(location, "must be \(shape.expectation), not \(input.description)")
        return nil
    }
}

extension Shape {
    /// The shape with its alternatives in text, because options are parsed from text: `"8443,443"`, `yes`.
    fileprivate var orText: Shape {
        switch self {
        case .boolean: .either([self, .integer(0...1), .words(OptionText.flags.map(\.word))])
        case .integer: .either([self, .pattern("^[0-9]+$", called: "digits")])
        case .number: .either([self, .pattern("^[0-9]{1,6}([.][0-9]{1,3})?$", called: "a number")])
        case .list(.integer(let range)):
            .either([.list(Shape.integer(range).orText), .pattern("^[0-9]+(,[0-9]+)*$", called: "numbers")])
        case .either(let shapes): .either(shapes.map(\.orText))
        case .text, .pattern, .words, .list, .map, .object, .anything: self
        }
    }
}
