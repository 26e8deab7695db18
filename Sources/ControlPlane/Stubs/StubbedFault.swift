import Crypto
import Formats
import HTTP
import Protocol

/// The faults of stubs, by their names in the control plane.
enum StubbedFault: Sendable, Equatable {
    /// A fault of the connection on which the response is sent.
    enum Connection: String, CaseIterable, Sendable {
        case reset
        case empty
        case truncate
        case malformedChunk
        case drip
    }

    /// A fault of the TLS handshake, which comes before any request.
    enum Handshake: String, CaseIterable, Sendable {
        case tls
        case tlsExpiredCertificate
        case tlsWrongHost
        case tlsUnknownAuthority
    }

    case connection(Connection)
    case handshake(Handshake)
    /// A fault of the tokens in a response.
    case tokens(TokenFault.Kind)

    /// All faults with their names and older names.
    static let named: [(name: String, aliases: [String], value: StubbedFault)] =
        Connection.allCases.map { ($0.rawValue, [], .connection($0)) }
        + Handshake.allCases.map { ($0.rawValue, [], .handshake($0)) }
        + TokenFault.Kind.allCases.map { ($0.name, $0.aliases, .tokens($0)) }

    /// Returns the fault with this name or older name, or nil.
    init?(name: String) {
        guard let found = Self.named.first(where: { $0.name.isExactly(name) || $0.aliases.containsExactly(name) })
        else {
            return nil
        }
        self = found.value
    }

    /// Returns the fault of the connection, or nil for other faults. `time` is the duration of a throttled body.
    func onTheWire(over time: Duration) -> WireFault? {
        guard case .connection(let fault) = self else { return nil }
        return switch fault {
        case .reset: .reset
        case .empty: .empty
        case .truncate: .truncate
        case .malformedChunk: .malformedChunk
        case .drip: .drip(time)
        }
    }

    /// The fault of the tokens in a response, or nil for other faults.
    var ofTokens: TokenFault.Kind? {
        if case .tokens(let kind) = self { kind } else { nil }
    }

    /// The fault of a handshake, or nil for other faults.
    var ofHandshakes: HandshakeFault? {
        guard case .handshake(let fault) = self else { return nil }
        return switch fault {
        case .tls: .rejected
        case .tlsExpiredCertificate: .expiredCertificate
        case .tlsWrongHost: .wrongHost
        case .tlsUnknownAuthority: .unknownAuthority
        }
    }

    /// Whether no response is sent.
    var isSilence: Bool { self == .connection(.reset) || self == .connection(.empty) }

    /// Returns the names of the faults of one kind, for a message.
    static func words(where isOfKind: (StubbedFault) -> Bool) -> String {
        named.filter { isOfKind($0.value) }.map(\.name).joined(separator: ", ")
    }
}
