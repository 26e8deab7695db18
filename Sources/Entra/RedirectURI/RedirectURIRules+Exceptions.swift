import Formats

extension RedirectURIRules {
    /// Returns the exceptions from the comparison by bytes by which a requested redirect URI matches a registered one, each as the
    /// end of a sentence. The list is empty if the texts are equal or if one of them is no redirect URI.
    package static func exceptions(matching requested: String, to registered: String) -> [String] {
        let mark = requested.utf8.firstIndex(of: UInt8(ascii: "#"))
        let text = mark.map { String(requested[..<$0]) } ?? requested
        guard !requested.isExactly(registered), let own = try? RedirectURIParts(registered),
            let other = try? RedirectURIParts(text)
        else { return [] }
        let names = (own.name(in: registered), other.name(in: text))
        let ignoresRest = own.hasWildcard && (mark != nil || own.query != other.query)
        let exceptions: [(applies: Bool, text: String)] = [
            (!own.hasScheme(asIn: text, registered), "the letter case of the scheme does not count"),
            (own.host == other.host && names.0 != names.1, "the letter case of the host does not count"),
            (own.isLoopback && own.port != other.port, "the port of a loopback address does not count"),
            (own.isWeb && own.hasPath(in: registered) != other.hasPath(in: text), "an absent path means /"),
            (own.hasWildcardHost, "the wildcard stands for one label of the host"),
            (own.hasPathWildcard && own.path != other.path, "the wildcard stands for the rest of the path"),
            (ignoresRest, "query and fragment do not count for a wildcard"),
            (!own.hasPathWildcard && own.path != other.path, "the path continues the registered path"),
        ]
        return exceptions.filter(\.applies).map(\.text)
    }
}

extension RedirectURIParts {
    fileprivate var hasWildcardHost: Bool { if case .anyLabel = host { true } else { false } }

    fileprivate var hasWildcard: Bool { hasWildcardHost || hasPathWildcard }

    /// Whether both texts spell the scheme in the same letter case.
    fileprivate func hasScheme(asIn text: String, _ other: String) -> Bool {
        text.utf8.prefix(scheme.count).elementsEqual(other.utf8.prefix(scheme.count))
    }

    /// Returns the host as the text spells it.
    fileprivate func name(in text: String) -> [UInt8] {
        guard host != .none else { return [] }
        return text.utf8.prefix(pathOffset).dropFirst(scheme.count + 3).prefix { $0 != UInt8(ascii: ":") }
    }

    /// Whether the text has a path, if only `/`.
    fileprivate func hasPath(in text: String) -> Bool { text.utf8.dropFirst(pathOffset).first == UInt8(ascii: "/") }
}
