import ControlPlane
import Entra
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import Protocol

/// The requirement of an API for the next token.
public enum ChallengeDemand: Sendable, Hashable {
    /// The token has an authentication context, `c1` to `c99`.
    case authenticationContext(String)
    /// The token is issued after this time.
    case issuedAfter(Date)
    /// The token is issued from now on.
    case issuedFromNow
    /// The token meets these policies.
    case policies([String])

    func challenge(now: Timestamp) -> Entra::ClaimsChallenge {
        switch self {
        case .authenticationContext(let id): .authenticationContext(id)
        case .issuedAfter(let date): .notBefore(Timestamp(date).seconds)
        case .issuedFromNow: .notBefore(now.seconds)
        case .policies(let ids): .policies(ids)
        }
    }
}

/// A claims challenge, with which an API sends its client back for another token.
public struct ClaimsChallenge: Sendable, Hashable {
    /// The value of the `WWW-Authenticate` header.
    public let wwwAuthenticate: String
    /// The claims in the header, for the `claims` parameter of the next request.
    public let claims: JSON
}

extension UnderstudyServer {
    /// Returns the claims challenge with which an API sends its client back for another token.
    ///
    /// - Parameters:
    ///   - demand: The requirement for the next token.
    ///   - clientID: The API's own client ID, for the header.
    /// - Throws: ``ControlError`` of status 400 for an invalid authentication context.
    public func challenge(
        _ demand: Understudy::ChallengeDemand, clientID: String? = nil
    ) throws(Understudy::ControlError) -> Understudy::ClaimsChallenge {
        try control.challenge(demand, clientID)
    }
}

extension ControlCalls {
    func challenge(_ demand: ChallengeDemand, _ clientID: String?) throws(ControlError) -> ClaimsChallenge {
        try call { (server) throws(ProblemDocument) in
            let request = try ChallengeRequest(
                checking: demand.challenge(now: server.clock.now()), clientID: clientID)
            let (header, claims) = request.run(origin: origin, now: server.clock.now())
            return ClaimsChallenge(wwwAuthenticate: header, claims: JSON(claims))
        }
    }
}
