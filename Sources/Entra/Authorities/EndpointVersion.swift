/// The protocol version of an endpoint: the path with or without `/v2.0`.
package enum EndpointVersion: Sendable, Hashable {
    case v1
    case v2
}
