import Directory
import Entra
import Formats
import Testing

/// Checks Conditional Access policies as exported by Microsoft Graph (`GET /identity/conditionalAccess/policies`).
@Suite struct GraphPolicyTests {
    /// A complete Graph export, with unset members as null or an empty list, and with annotations.
    private static let exported = """
        {
          "id": "0a31b9ab-be62-4f1b-b4a7-523940eb9f54",
          "templateId": null,
          "displayName": "Second factor and a fresh sign-in",
          "createdDateTime": "2025-05-15T14:11:02.0356168Z",
          "modifiedDateTime": null,
          "deletedDateTime": null,
          "state": "enabled",
          "partialEnablementStrategy": null,
          "conditions": {
            "userRiskLevels": [],
            "signInRiskLevels": [],
            "servicePrincipalRiskLevels": [],
            "insiderRiskLevels": null,
            "agentIdRiskLevels": null,
            "clientAppTypes": ["all"],
            "platforms": null,
            "locations": null,
            "times": null,
            "deviceStates": null,
            "devices": null,
            "clientApplications": null,
            "authenticationFlows": null,
            "applications": {
              "includeApplications": ["All"],
              "excludeApplications": [],
              "includeUserActions": [],
              "includeAuthenticationContextClassReferences": [],
              "applicationFilter": null,
              "networkAccess": null,
              "globalSecureAccess": null
            },
            "users": {
              "includeUsers": ["All"],
              "excludeUsers": [],
              "includeGroups": [],
              "excludeGroups": [],
              "includeRoles": [],
              "excludeRoles": [],
              "includeGuestsOrExternalUsers": null,
              "excludeGuestsOrExternalUsers": null
            }
          },
          "grantControls": {
            "operator": "OR",
            "builtInControls": ["mfa"],
            "customAuthenticationFactors": [],
            "termsOfUse": [],
            "authenticationStrength@odata.context": "https://graph.microsoft.com/v1.0/$metadata#identity/x/$entity",
            "authenticationStrength": null
          },
          "sessionControls": {
            "disableResilienceDefaults": null,
            "applicationEnforcedRestrictions": null,
            "cloudAppSecurity": null,
            "continuousAccessEvaluation": null,
            "persistentBrowser": null,
            "secureSignInSession": null,
            "signInFrequency": {
              "value": 4,
              "type": "hours",
              "authenticationType": "primaryAndSecondaryAuthentication",
              "frequencyInterval": "timeBased",
              "isEnabled": true
            }
          }
        }
        """

    private static func policies(_ text: String) -> Outcome {
        load(tenant("conditionalAccessPolicies: [\n" + text + "\n]"))
    }

    @Test("A policy loads as Graph exports it")
    func acceptsPolicyExportedByGraph() throws {
        let outcome = GraphPolicyTests.policies(GraphPolicyTests.exported)
        #expect(outcome.problems.map(\.description) == [])
        let configuration = try #require(outcome.configuration)
        #expect(configuration.warnings == [])
        let policy = try #require(configuration.directory.tenants.first?.conditionalAccessPolicies.first)
        #expect(policy.id.description == "0a31b9ab-be62-4f1b-b4a7-523940eb9f54")
        #expect(policy.builtInControls == [.mfa])
        #expect(policy.signInFrequency == .within(4 * 3_600))
        #expect(policy.persistentBrowser == nil)
    }

    @Test("A policy with an authentication strength keeps the strength")
    func keepsAuthenticationStrength() throws {
        let text = GraphPolicyTests.exported
            .split(separator: "\n")
            .map {
                $0.contains("\"authenticationStrength\": null") ? "\"authenticationStrength\": {\"id\": \"x\"}" : $0
            }
            .joined(separator: "\n")
        let outcome = GraphPolicyTests.policies(text)
        #expect(outcome.problems.map(\.description) == [])
        let policy = try #require(outcome.configuration?.directory.tenants.first?.conditionalAccessPolicies.first)
        #expect(policy.other.grantControls.map(\.name) == ["authenticationStrength"])
    }
}
