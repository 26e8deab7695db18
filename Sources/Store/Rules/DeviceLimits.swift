import Entra
import Formats

/// The limits of all stored device authorizations together, and the rules that choose what to remove for a new one.
package enum DeviceLimits {
    /// The maximum size of all client text, in bytes.
    package static let maximumBytes = 32 * 1024 * 1024
    /// The bytes that an authorization counts in addition to its text when authorities are compared.
    package static let overhead = 1_024
    /// The time for which an expired user code is still recognized, in seconds. A late user thereby gets the expiry message.
    package static let afterlife: Int64 = 900

    /// Returns the latest expiry of an authorization whose user code is no longer recognized.
    static func latestForgotten(_ now: Timestamp) -> Int64 { now.seconds - afterlife }

    /// Whether another authorization fits into a store that holds `count` authorizations with `bytes` of client text. A store that
    /// is empty accepts any authorization.
    static func fits(_ new: DeviceAuthorization, count: Int, bytes: Int, capacity: Int) -> Bool {
        count == 0 || count < capacity && bytes + new.bytes <= maximumBytes
    }

    /// Returns the authority whose oldest authorization is removed first: the one that holds the most, so that one tenant cannot
    /// push out the device codes of another. Of equal ones, the first by name is chosen, so that every process chooses the same.
    /// A weight is the size of the client text, plus `overhead` for each authorization.
    static func largest(of weights: some Sequence<(authority: ByteString, weight: Int)>) -> ByteString? {
        weights.max { ($0.weight, $1.authority) < ($1.weight, $0.authority) }?.authority
    }
}

extension DeviceAuthorization {
    /// The size of the text that the client sent, in bytes.
    package var bytes: Int { [scope, resource, claims].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    /// The size of the authorization when authorities are compared, in bytes.
    var weight: Int { bytes + DeviceLimits.overhead }
}
