package import Directory
import Entra
import Formats
import Protocol

extension TenantListView {
    package init(_ directory: Directory) {
        self.init(
            tenants: Table(
                "Tenants", head: ["Name", "Kind", "ID", "Domains", "Applications", "Users"],
                of: directory.tenants
            ) { tenant in
                [
                    Cell(tenant.displayName, href: tenant.consolePath), Cell(tenant.kind.rawValue),
                    .code(tenant.id.description), Cell(tenant.domains.joined(separator: ", ")),
                    Cell(String(tenant.ownApplications.count)), Cell(String(tenant.userCount)),
                ]
            })
    }
}

extension Tenant {
    /// The path of the tenant's page in the console.
    var consolePath: String { ConsoleSection.directory.link([Form.Field("tenant", id.description)]) }

    func consolePath(of application: Application) -> String {
        ConsoleSection.directory.link([Form.Field("tenant", id.description), Form.Field("app", application.appId)])
    }
}
