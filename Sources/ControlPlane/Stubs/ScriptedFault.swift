import Crypto
import HTTP
import Protocol

/// The faults of stubs, by their names in the control plane.
enum ScriptedFault: String, CaseIterable, Sendable {
    case reset
    case empty
    case truncate
    case malformedChunk
    case drip
    /// A fault of the TLS handshake, which comes before any request. The following cases with the same prefix are such faults, too.
    case tls
    case tlsExpiredCertificate
    case tlsWrongHost
    case tlsUnknownAuthority
    case wrongSignature
    case expiredToken
    case notYetValidToken
    case unknownKid

    /// Returns the fault of the connection, or nil for other faults. `time` is the duration of a throttled body.
    func onTheWire(over time: Duration) -> WireFault? {
        switch self {
        case .reset: .reset
        case .empty: .empty
        case .truncate: .truncate
        case .malformedChunk: .malformedChunk
        case .drip: .drip(time)
        default: nil
        }
    }

    /// The fault of the tokens in a response, or nil for other faults.
    var ofTokens: TokenFault.Kind? {
        switch self {
        case .wrongSignature: .wrongSignature
        case .expiredToken: .expired
        case .notYetValidToken: .notYetValid
        case .unknownKid: .unknownKey
        default: nil
        }
    }

    /// The fault of a handshake, or nil for other faults.
    var ofHandshakes: HandshakeFault? {
        switch self {
        case .tls: .refused
        case .tlsExpiredCertificate: .expiredCertificate
        case .tlsWrongHost: .wrongHost
        case .tlsUnknownAuthority: .unknownAuthority
        default: nil
        }
    }

    /// Whether no response is sent.
    var isSilence: Bool { self == .reset || self == .empty }

    /// Returns the words of the faults of one kind, for a message.
    static func words(where isOfKind: (ScriptedFault) -> Bool) -> String {
        allCases.filter(isOfKind).map(\.rawValue).joined(separator: ", ")
    }
}
