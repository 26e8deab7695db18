package import Entra

/// An application registration with its service principal in its home tenant (Microsoft Graph `application`). Copies share their
/// properties, because every request passes an application on many times.
package typealias Application = Shared<ApplicationProperties>

extension Application {
    package init(appId: String, servicePrincipalID: ObjectID, displayName: String) {
        self.init(
            ApplicationProperties(appId: appId, servicePrincipalID: servicePrincipalID, displayName: displayName))
    }
}
