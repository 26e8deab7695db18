/// The reason why a route table is rejected. `description` is one line that names the pattern.
package enum RouteProblem: Error, Equatable, CustomStringConvertible {
    /// The pattern has no leading `/`, or it has a malformed or repeated capture.
    case malformed(pattern: String)
    /// Two rows handle the same method on the same paths.
    case ambiguous(pattern: String, method: String)

    package var description: String {
        switch self {
        case .malformed(let pattern): "route \(pattern) is malformed"
        case .ambiguous(let pattern, let method): "route \(pattern) is defined twice for \(method)"
        }
    }
}
