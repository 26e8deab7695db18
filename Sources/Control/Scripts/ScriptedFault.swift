import Flows
import HTTP

/// What can be made to go wrong, by the words of the control plane.
enum ScriptedFault: String, CaseIterable {
    case reset
    case empty
    case truncate
    case malformedChunk
    case drip
    /// Of a handshake, before there is a request.
    case tls
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
        case .tls, .wrongSignature, .expiredToken, .notYetValidToken, .unknownKid: nil
        }
    }

    /// What is wrong with tokens of the answer.
    var ofTokens: TokenFault.Kind? {
        switch self {
        case .wrongSignature: .wrongSignature
        case .expiredToken: .expired
        case .notYetValidToken: .notYetValid
        case .unknownKid: .unknownKey
        case .reset, .empty, .truncate, .malformedChunk, .drip, .tls: nil
        }
    }

    /// Whether there is no answer at all.
    var isSilence: Bool { self == .reset || self == .empty }
}
