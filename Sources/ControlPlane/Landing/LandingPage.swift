/// The page at the root of the server: the purpose of the server, its links, and the users who can sign in.
package struct LandingPage: Sendable {
    /// A user who can sign in. `password` is set only if the user has the password of the public seed directory.
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

    /// A registered application. `link` is the application's page in the console.
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

    /// The users and clients, which only an operator sees. The numbers of users and clients that the page leaves out are in
    /// `moreUsers` and `moreClients`.
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
    /// The authority of a tenant for a client's configuration, or nil if there is no tenant.
    package let authority: String?
    /// Whether the server has its own CA, which clients must trust.
    package let hasAuthority: Bool
    /// The users and clients, or nil if the reader is no operator.
    package let directory: Directory?

    package init(version: String, authority: String?, hasAuthority: Bool, directory: Directory?) {
        self.version = version
        self.authority = authority
        self.hasAuthority = hasAuthority
        self.directory = directory
    }
}
