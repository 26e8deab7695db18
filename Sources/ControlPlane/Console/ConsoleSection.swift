/// The sections of the console, in the order of the navigation.
package enum ConsoleSection: String, Sendable, CaseIterable {
    case flows
    case outbox
    case directory
    case msal
    case stubs = "scripts"
    case clock
    case redirectURIs = "redirect-uris"
    case migration

    /// The title of the section in the navigation and in the heading.
    package var title: String {
        switch self {
        case .flows: "Request journal"
        case .outbox: "Outbox"
        case .directory: "Directory"
        case .msal: "MSAL configuration"
        case .stubs: "Stubs"
        case .clock: "Clock"
        case .redirectURIs: "Redirect URIs"
        case .migration: "Migration"
        }
    }

    /// The path of the section on the server.
    package var path: String { self == .flows ? Console.root : "\(Console.root)console/\(rawValue)" }

    /// The groups of the navigation, each with its heading and its sections.
    static let groups: [(title: String, sections: [ConsoleSection])] = [
        ("Activity", [.flows, .outbox]), ("Configuration", [.directory, .msal]), ("Control", [.stubs, .clock]),
        ("Tools", [.redirectURIs, .migration]),
    ]
}
