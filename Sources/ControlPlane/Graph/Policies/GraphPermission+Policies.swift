import Directory
import Entra

/// The permissions for policies, as in the reference of the operations.
extension GraphPermission {
    private static let configuration = "Policy.ReadWrite.ApplicationConfiguration"
    private static let conditionalAccess = "Policy.ReadWrite.ConditionalAccess"

    private static func roles(_ names: String...) -> [PermissionID] {
        [User.globalAdministrator] + names.compactMap(DirectoryRoles.id(named:))
    }

    private static let applicationRoles = roles(
        "Application Administrator", "Cloud Application Administrator", "Hybrid Identity Administrator")
    private static let conditionalAccessRoles = roles("Conditional Access Administrator", "Security Administrator")

    /// Returns the permission to read policies of a kind.
    static func read(_ kind: DirectoryPolicy.Kind) -> GraphPermission {
        let names =
            switch kind {
            case .authorization: ["Policy.Read.All", "Policy.ReadWrite.Authorization"]
            case .securityDefaults: ["Policy.Read.All", "Policy.ReadWrite.SecurityDefaults"]
            default: ["Policy.Read.All", configuration]
            }
        return GraphPermission(delegated: names, application: names)
    }

    static let managePolicies = GraphPermission(
        delegated: [configuration], application: [configuration], directoryRoles: applicationRoles)

    /// Returns the permission to change the only policy of a kind.
    static func manage(_ kind: DirectoryPolicy.Kind) -> GraphPermission {
        switch kind {
        case .authorization:
            GraphPermission(
                delegated: ["Policy.ReadWrite.Authorization"], application: ["Policy.ReadWrite.Authorization"],
                directoryRoles: roles("Privileged Role Administrator"))
        case .securityDefaults:
            GraphPermission(
                delegated: ["Policy.Read.All Policy.ReadWrite.SecurityDefaults"],
                application: ["Policy.Read.All Policy.ReadWrite.SecurityDefaults"],
                directoryRoles: conditionalAccessRoles)
        default: managePolicies
        }
    }

    private static let applicationReading = [
        "Policy.Read.All Application.Read.All", "Policy.Read.All Application.ReadWrite.All",
        "\(configuration) Application.Read.All", "\(configuration) Application.ReadWrite.All", "Directory.Read.All",
        "Directory.ReadWrite.All",
    ]
    static let readPolicyAssignments = GraphPermission(
        delegated: applicationReading,
        application: applicationReading + [
            "Policy.Read.All Application.ReadWrite.OwnedBy", "\(configuration) Application.ReadWrite.OwnedBy",
        ])

    private static let assigning = [
        "Policy.Read.All Application.ReadWrite.All", "\(configuration) Application.ReadWrite.All",
    ]
    private static let assigningOwned = [
        "Policy.Read.All Application.ReadWrite.OwnedBy", "\(configuration) Application.ReadWrite.OwnedBy",
    ]
    static let assignPolicies = GraphPermission(
        delegated: assigning, application: assigning, applicationOwner: assigningOwned,
        directoryRoles: applicationRoles, ownership: .application)
    static let assignServicePrincipalPolicies = GraphPermission(
        delegated: assigning, application: assigning, applicationOwner: assigningOwned,
        directoryRoles: applicationRoles, ownership: .servicePrincipal)

    static let readConditionalAccess = GraphPermission(
        delegated: ["Policy.Read.All", "Policy.Read.ConditionalAccess", conditionalAccess],
        application: ["Policy.Read.All", "Policy.Read.ConditionalAccess", conditionalAccess],
        directoryRoles: conditionalAccessRoles + roles("Global Reader", "Security Reader"))
    static let manageConditionalAccess = GraphPermission(
        delegated: ["Policy.Read.All \(conditionalAccess)"], application: ["Policy.Read.All \(conditionalAccess)"],
        directoryRoles: conditionalAccessRoles)
    static let manageConditionalAccessPolicies = GraphPermission(
        delegated: writingPolicies, application: writingPolicies, directoryRoles: conditionalAccessRoles)

    private static let writingPolicies = [
        "Policy.Read.All \(conditionalAccess) Application.Read.All",
        "Policy.Read.All \(conditionalAccess) Application.ReadWrite.All",
        "Policy.Read.ConditionalAccess \(conditionalAccess) Application.Read.All",
    ]
    static let readAuthenticationStrengths = GraphPermission(
        delegated: ["Policy.Read.All", "Policy.Read.AuthenticationMethod", conditionalAccess],
        application: ["Policy.Read.All", "Policy.Read.AuthenticationMethod", conditionalAccess])
}
