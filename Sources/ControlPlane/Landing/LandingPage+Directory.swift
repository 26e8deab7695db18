package import Directory
import Protocol

extension LandingPage.Directory {
    /// The largest number of users, and of clients, on the page.
    private static let most = 12

    /// Creates the list of the first users and clients of a directory, tenant by tenant.
    package init(_ directory: Directory) {
        var users: [LandingPage.User] = []
        var clients: [LandingPage.Client] = []
        var (userCount, clientCount) = (0, 0)
        for tenant in directory.tenants {
            let (ownUsers, ownClients) = (tenant.ownUsers, tenant.ownApplications)
            userCount += ownUsers.count
            clientCount += ownClients.count
            users += ownUsers.prefix(Self.most - users.count).map {
                LandingPage.User(name: $0.signInName, tenant: tenant.displayName, password: $0.publicPassword)
            }
            clients += ownClients.prefix(Self.most - clients.count).map {
                LandingPage.Client(id: $0.appId, name: $0.displayName, link: tenant.consolePath(of: $0))
            }
        }
        self.init(
            users: users, moreUsers: userCount - users.count, clients: clients,
            moreClients: clientCount - clients.count)
    }
}
