/// The page at the root of the server: what the server is, where to go, and who can sign in.
package struct LandingPage: Sendable {
    /// A user who can sign in. `password` is shown only where the password is that of the public seed directory.
    package struct User: Sendable, Equatable {
        package let name: String
        package let tenant: String
        package let password: String?

        package init(name: String, tenant: String, password: String?) {
            self.name = name
            self.tenant = tenant
            self.password = password
        }
    }

    /// A registered application; `link` is its page in the console.
    package struct Client: Sendable, Equatable {
        package let id: String
        package let name: String
        package let link: String

        package init(id: String, name: String, link: String) {
            self.id = id
            self.name = name
            self.link = link
        }
    }

    /// What only an operator sees: users and clients. `more` counts those that the page leaves out.
    package struct Directory: Sendable {
        package let users: [User]
        package let moreUsers: Int
        package let clients: [Client]
        package let moreClients: Int

        package init(users: [User], moreUsers: Int, clients: [Client], moreClients: Int) {
            self.users = users
            self.moreUsers = moreUsers
            self.clients = clients
            self.moreClients = moreClients
        }
    }

    package let version: String
    /// The issuer URL of a tenant without its last part, for a client's configuration; nil where there is no tenant.
    package let authority: String?
    /// Whether the server has a CA of its own that clients must trust.
    package let hasAuthority: Bool
    /// Nil where the reader may not use the control plane.
    package let directory: Directory?

    package init(version: String, authority: String?, hasAuthority: Bool, directory: Directory?) {
        self.version = version
        self.authority = authority
        self.hasAuthority = hasAuthority
        self.directory = directory
    }
}
