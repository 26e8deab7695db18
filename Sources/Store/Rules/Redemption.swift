import Formats

/// The result of a redemption, and the rule that decides about a single-use value, such as an
/// authorization code, an assertion, a nonce or an approved device code.
package enum Redemption: Sendable, Equatable {
    case first
    case again
    /// The store has no space to remember the use, so the redemption is rejected.
    case full

    /// Decides about a value, given whether the value has the mark of a use, and whether the store has room for one more mark.
    /// A store adds the mark in the same step as the check if the result is `.first`.
    static func decide(isMarked: Bool, hasRoom: Bool) -> Redemption {
        if isMarked { return .again }
        return hasRoom ? .first : .full
    }

    /// Returns the whole second at which a stored mark ends: the expiry of the value, rounded up.
    static func end(of expiry: Timestamp) -> Int64 {
        expiry.adding(seconds: expiry.nanoseconds > 0 ? 1 : 0).seconds
    }
}
