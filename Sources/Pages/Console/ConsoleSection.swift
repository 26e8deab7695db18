/// The parts of the console, in the order of its navigation.
package enum ConsoleSection: String, Sendable, CaseIterable {
    case flows
    case outbox
    case directory
    case msal
    case scripts
    case clock
    case redirectURIs = "redirect-uris"
    case migration

    /// As the navigation and the heading say.
    package var title: String {
        switch self {
        case .flows: "Request journal"
        case .outbox: "Outbox"
        case .directory: "Directory"
        case .msal: "MSAL configuration"
        case .scripts: "Stubs"
        case .clock: "Clock"
        case .redirectURIs: "Redirect URIs"
        case .migration: "Migration"
        }
    }

    /// Path on the server.
    package var path: String { self == .flows ? Console.root : "\(Console.root)console/\(rawValue)" }

    /// What stands under one heading of the navigation.
    static let groups: [(title: String, sections: [ConsoleSection])] = [
        ("Activity", [.flows, .outbox]), ("Configuration", [.directory, .msal]), ("Control", [.scripts, .clock]),
        ("Tools", [.redirectURIs, .migration]),
    ]
}
