import Crypto
import Flows
import HTTP

/// What can be made to go wrong, by the words of the control plane.
enum ScriptedFault: String, CaseIterable, Sendable {
    case reset
    case empty
    case truncate
    case malformedChunk
    case drip
    /// Of a handshake, before there is a request, as those that follow.
    case tls
    case tlsExpiredCertificate
    case tlsWrongHost
    case tlsUnknownAuthority
    case wrongSignature
    case expiredToken
    case notYetValidToken
    case unknownKid

    /// What becomes of the answer on its way; `time` is how long a drip takes.
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

    /// What is wrong with tokens of the answer.
    var ofTokens: TokenFault.Kind? {
        switch self {
        case .wrongSignature: .wrongSignature
        case .expiredToken: .expired
        case .notYetValidToken: .notYetValid
        case .unknownKid: .unknownKey
        default: nil
        }
    }

    /// How a handshake goes wrong.
    var ofHandshakes: HandshakeFault? {
        switch self {
        case .tls: .refused
        case .tlsExpiredCertificate: .expiredCertificate
        case .tlsWrongHost: .wrongHost
        case .tlsUnknownAuthority: .unknownAuthority
        default: nil
        }
    }

    /// Whether there is no answer at all.
    var isSilence: Bool { self == .reset || self == .empty }
}
