import Entra
import Formats

extension DirectoryBuilder {
    /// Checks what an application may have by the accounts that can sign in (docs/reference/protocol.md#registration-limits).
    mutating func checkLimits(of position: Int, in tenant: Int) {
        let application = tenants[tenant].applications[position]
        let draft = tenants[tenant].draft.applications[position]
        guard application.microsoft == nil else { return }
        for limit in RegistrationLimit.all {
            let problem = limit.problem(of: application) {
                microsoftAPI($0, in: tenant) == nil && self.position(of: $0, in: tenant) == nil
            }
            guard let problem else { continue }
            findings.error(
                draft.location(ofLast: limit.property), problem,
                hint: "signInAudience is \(application.signInAudience.rawValue)")
        }
        if let tags = application.otherProperties.first(where: { $0.name.isExactly("tags") })?.value,
            let problem = ApplicationRules.problem(ofTags: tags)
        {
            findings.error(draft.location, problem)
        }
        checkCloud(of: application, draft, in: tenant)
        checkLogoutURL(of: application, draft, in: tenant)
    }

    /// Reports an application for personal accounts in a national cloud, which has no personal accounts.
    private mutating func checkCloud(of application: Application, _ draft: ApplicationDraft, in tenant: Int) {
        guard let cloud = tenants[tenant].draft.cloud, cloud != .global else { return }
        guard application.signInAudience.admitsPersonalAccounts else { return }
        findings.error(
            draft.location,
            "signInAudience must not be \(application.signInAudience.rawValue) in a tenant of a national cloud",
            hint: "the cloud of the tenant is \(cloud.rawValue), which has no personal accounts")
    }

    private mutating func checkLogoutURL(of application: Application, _ draft: ApplicationDraft, in tenant: Int) {
        guard let url = application.logoutUrl else { return }
        let settings = SettingsProperties(file.settings, tenants[tenant].draft.settings, application.settings)
        let problem = ApplicationRules.problem(
            ofLogoutURL: url, application.signInAudience, scheme: settings.logoutUrlScheme)
        if let problem { findings.error(draft.location, problem.message, hint: problem.hint) }
    }
}
