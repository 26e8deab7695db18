import Entra
import Wire

/// What of the world outside a directory makes the server touch: the folders that it writes to, and the addresses that it sends
/// requests to. Whoever may change those uses the server's own rights: it is for the file and the options of the start.
package struct OutsidePlaces: Sendable {
    private let keyFolders: Set<ExactString>
    private let keyLocations: Set<KeyLocation>

    /// The places that these directories name.
    package init(of directories: Directory...) {
        keyFolders = Set(directories.compactMap { $0.settings.arcKeyFolder.map { ExactString($0) } })
        keyLocations = Set(directories.flatMap(\.federatedIssuers).compactMap(\.keys.location))
    }

    /// How to name another place, for the hint of a problem.
    static let hint = "set the value in the configuration file, or start the server with --control-token"

    func holds(keyFolder: String) -> Bool { keyFolders.contains(ExactString(keyFolder)) }

    func holds(_ location: KeyLocation) -> Bool { keyLocations.contains(location) }
}

extension FederatedIssuer.Keys {
    /// Where they are fetched from; nil where they are given.
    fileprivate var location: KeyLocation? {
        if case .fetched(let location) = self { location } else { nil }
    }
}
