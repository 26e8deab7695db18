import Entra
import Formats

/// The names of Microsoft's APIs in each national cloud. A name of one cloud has no meaning in another cloud
/// (docs/reference/protocol.md#microsofts-apis).
enum MicrosoftNames {
    /// The API that owns a name, and the clouds in which the API has the name.
    struct Owner: Sendable {
        let api: ClientID
        let clouds: Set<Cloud>
    }

    /// Returns the owner of a name, ignoring ASCII case and one trailing slash. A name may match a registered name with a
    /// wildcard, or be that registered name itself.
    static func owner(of name: String) -> Owner? {
        let name = Name(name)
        return owner(registered: name.text) ?? name.wildcards.lazy.compactMap(owner(registered:)).first
    }

    /// Returns the owner of a name that is registered in this form, without the expansion of wildcards.
    static func owner(exactly name: String) -> Owner? { owner(registered: Name(name).text) }

    private static func owner(registered name: String) -> Owner? {
        guard let fields = MicrosoftFacts.names.line(SortedLines.key(name))?.fields else { return nil }
        return Owner(
            api: ClientID(fields[1]), clouds: Set(Cloud.allCases.filter { fields[2].utf8.contains($0.letter) }))
    }

    /// Returns the registered names of an API in a cloud in their registered spellings, the most used name first.
    static func registered(_ api: ClientID, in cloud: Cloud) -> [String] {
        var (first, others): ([String], [String]) = ([], [])
        let lines = MicrosoftFacts.names
        for position in positions[api] ?? [] {
            let fields = lines.line(at: position).fields
            guard fields[2].utf8.contains(cloud.letter) else { continue }
            let spellings = fields[3].utf8.compactMap { mark -> String? in
                switch mark {
                case UInt8(ascii: "s"): fields[0]
                case UInt8(ascii: "/"): fields[0] + "/"
                default: nil
                }
            }
            if fields[4].utf8.contains(cloud.letter) { first += spellings } else { others += spellings }
        }
        return first + others
    }

    /// The positions of the names of each API.
    private static let positions: [ClientID: [Int]] = {
        var positions: [ClientID: [Int]] = [:]
        let lines = MicrosoftFacts.names
        lines.forEach(in: lines.bytes.indices) {
            positions[ClientID($0[1]), default: []].append($0.range.lowerBound)
        }
        return positions
    }()
}

/// The parts of a requested name: the scheme or other prefix, the host, and the path.
private struct Name {
    let text: String
    private let prefix: String
    private let host: String
    private let path: String

    init(_ name: String) {
        let utf8 = name.utf8
        text = utf8.last == UInt8(ascii: "/") ? String(Substring(utf8.dropLast())) : name
        let bytes = Array(text.utf8)
        let slash = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
        let hasScheme = slash > 0 && slash < bytes.count && bytes[slash - 1] == UInt8(ascii: ":")
        let start = min(slash + (hasScheme ? 2 : 1), bytes.count)
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
        (prefix, host, path) = (Name.text(bytes[..<start]), Name.text(bytes[start..<end]), Name.text(bytes[end...]))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        // Allowed (lossy-text): the bytes of a string, cut at ASCII characters.
        String(decoding: bytes, as: UTF8.self)
    }

    /// The registered names with a wildcard that the name could match: `*` stands for its first labels or for the end of its
    /// path. A host is as long as DNS allows.
    var wildcards: [String] {
        guard text.utf8.count <= 255, !text.utf8.contains(UInt8(ascii: "*")) else { return [] }
        return wildcardHosts.map { prefix + $0 + path } + wildcardPaths.map { prefix + host + $0 }
    }

    /// The hosts in which `*` stands for one or more whole labels at the start.
    private var wildcardHosts: [String] {
        let labels = host.pieces(separatedBy: ".", keepingEmpty: true)
        var hosts: [String] = []
        for count in 1..<max(labels.count, 1) {
            let label = labels[count - 1]
            let isPlain = label.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0) }
            guard isPlain, !label.isEmpty else { break }
            hosts.append("*." + labels[count...].joined(separator: "."))
        }
        return hosts
    }

    /// The paths in which `*` stands for one or more segments at the end.
    private var wildcardPaths: [String] {
        let segments = path.pieces(separatedBy: "/", keepingEmpty: true).dropFirst()
        guard !segments.isEmpty, segments.allSatisfy({ !$0.isEmpty }) else { return [] }
        return segments.indices.map { end in
            (segments[segments.startIndex..<end] + ["*"]).map { "/" + $0 }.joined()
        }
    }
}

extension Cloud {
    /// The letter of the cloud in `MicrosoftFacts.names`.
    fileprivate var letter: UInt8 {
        switch self {
        case .global: UInt8(ascii: "p")
        case .usGovernment: UInt8(ascii: "u")
        case .china: UInt8(ascii: "c")
        case .germany: UInt8(ascii: "g")
        }
    }

    /// The audience of the assertions that Entra issues for managed identities, and of the federated identity credentials that
    /// accept them.
    package var tokenExchangeAudience: String {
        MicrosoftAPI.find(.tokenExchange)?.names(in: self).first ?? "api://AzureADTokenExchange"
    }
}
