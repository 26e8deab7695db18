import Entra
import Formats

/// The places outside the server that a directory makes the server use: the folders to which the server writes, and the URLs to
/// which it sends requests. The server uses them with its own rights, so only the configuration file and the options at the start
/// may change them.
package struct ExternalReferences: Sendable {
    private let keyFolders: Set<ByteString>
    private let keyLocations: Set<KeyLocation>

    /// Creates the places that the directories name.
    package init(of directories: Directory...) {
        keyFolders = Set(directories.compactMap { $0.settings.arcKeyFolder.map { ByteString($0) } })
        keyLocations = Set(directories.flatMap(\.federatedIssuers).compactMap(\.keys.location))
    }

    /// The hint in the problem of a value that is not one of these places.
    static let hint = "set the value in the configuration file, or start the server with --control-token"

    func holds(keyFolder: String) -> Bool { keyFolders.contains(ByteString(keyFolder)) }

    func holds(_ location: KeyLocation) -> Bool { keyLocations.contains(location) }
}

extension FederatedIssuer.Keys {
    /// The location from which keys are fetched, or nil if the keys are given.
    fileprivate var location: KeyLocation? {
        if case .fetched(let location) = self { location } else { nil }
    }
}
