import Directory
import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// These tests show that a policy asks for its input once, whichever page comes before or after.
@Suite struct UserFlowJourneyTests {
    private static let sam = "sam@adventureworks.example"
    private static let password = "N3w-password"
    private static let credentials = ["loginfmt": sam, "passwd": "Understudy!1"]
    private static let multiFactor =
        "{displayName: MFA, conditions: {users: {includeUsers: [All]}, applications: {includeApplications: [All]}}, "
        + "grantControls: {builtInControls: [mfa]}}"
    private static let hourly =
        "{displayName: Hourly, conditions: {users: {includeUsers: [All]}, applications: {includeApplications: [All]}}, "
        + "sessionControls: {signInFrequency: {value: 1, type: hours}}}"

    /// Returns a visit to a B2C tenant in which every attribute is optional.
    private static func visit(
        conditionalAccess: String = "", user: String = "password: Understudy!1", policies: String = ""
    ) throws -> UserFlowVisit {
        UserFlowVisit(
            try MockEntra(
                yaml: """
                    tenants:
                      - id: \(Seed.contoso)
                        domains: [contoso.com]
                        users:
                          - {userPrincipalName: megan@contoso.com, password: Understudy!1, guestOf: [\(B2C.tenant)]}
                      - id: \(Seed.adventureWorks)
                        kind: b2c
                        domains: [\(B2C.tenant)]
                        conditionalAccessPolicies: [\(conditionalAccess)]
                        policies:
                          - {id: B2C_1_edit_profile, identityProviders: [Google], resetsPassword: true,
                             attributes: [{name: jobTitle, required: false}]}
                          - {id: B2C_1_edit_nothing, kind: profileEdit, attributes: []}
                          - {id: B2C_1_social, kind: signUpOrSignIn, identityProviders: [Google], attributes: []}
                          - {id: B2C_1_register, kind: signUp, identityProviders: [Google], attributes: [displayName]}
                          - B2C_1_password_reset
                        users:
                          - {userPrincipalName: \(sam), mail: \(sam), jobTitle: Cyclist, mfa: "123456", \(user)}
                        applications:
                          - {appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}
                    """))
    }

    private static func jobTitle(_ visit: UserFlowVisit, of name: String = sam) -> String? {
        visit.entra.server.directory.tenant(named: B2C.tenant)?.user(named: name)?.jobTitle
    }

    // MARK: - Following pages

    @Test("A second factor after a profile edit redirects to the application and keeps the edit")
    func secondFactorAfterProfileEditKeepsEdit() throws {
        let visit = try UserFlowJourneyTests.visit(conditionalAccess: UserFlowJourneyTests.multiFactor)
        try visit.open("B2C_1_edit_profile")
        try visit.browser.press("next", filling: UserFlowJourneyTests.credentials)
        try visit.browser.press("continue", filling: ["attribute.jobTitle": "Rider"])
        #expect(visit.browser.page.kind == .oneTimeCode)
        try visit.browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "x"])
        #expect(visit.browser.page.kind == .oneTimeCode, "a wrong code changes nothing")
        let response = try visit.browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"])
        #expect(response.outcome == .redirected)
        #expect(UserFlowJourneyTests.jobTitle(visit) == "Rider")
    }

    @Test("A second factor after a password reset redirects to the application")
    func secondFactorAfterPasswordResetRedirects() throws {
        let visit = try UserFlowJourneyTests.visit(conditionalAccess: UserFlowJourneyTests.multiFactor)
        try visit.open("B2C_1_password_reset")
        try visit.verify(UserFlowJourneyTests.sam)
        try visit.browser.press("continue")
        let new = UserFlowJourneyTests.password
        try visit.browser.press("continue", filling: ["newPassword": new, "reenterPassword": new])
        #expect(visit.browser.page.kind == .oneTimeCode)
        let response = try visit.browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"])
        #expect(response.outcome == .redirected)
    }

    @Test("A guest has no password to reset in the tenant")
    func guestCannotResetPassword() throws {
        let visit = try UserFlowJourneyTests.visit()
        #expect(visit.entra.server.directory.tenant(named: B2C.tenant)?.user(named: "megan@contoso.com") != nil)
        try visit.open("B2C_1_password_reset")
        try visit.verify("megan@contoso.com")
        try visit.browser.press("continue")
        #expect(visit.error == "An account could not be found for the provided user ID.")
        #expect(visit.browser.page.control(id: "newPassword") == nil)
    }

    @Test("The registration of a second factor after a sign-up redirects to the application")
    func secondFactorRegistrationAfterSignUpRedirects() throws {
        let visit = try UserFlowJourneyTests.visit(conditionalAccess: UserFlowJourneyTests.multiFactor)
        try visit.open("B2C_1_register")
        try visit.verify("new@x.example")
        let new = UserFlowJourneyTests.password
        try visit.browser.press(
            "continue", filling: ["newPassword": new, "reenterPassword": new, "attribute.displayName": "New"])
        #expect(visit.browser.page.kind == .proofRegistration)
        try visit.browser.press(filling: ["newProof": "new@x.example"])
        let code = try visit.code(to: "new@x.example")
        let response = try visit.browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": code])
        #expect(response.outcome == .redirected)
    }

    @Test("The change of an expired password after a profile edit keeps the profile")
    func passwordChangeAfterProfileEditKeepsProfile() throws {
        let visit = try UserFlowJourneyTests.visit(
            user: "passwordProfile: {password: Understudy!1, forceChangePasswordNextSignIn: true}")
        try visit.open("B2C_1_edit_profile")
        try visit.browser.press("next", filling: UserFlowJourneyTests.credentials)
        try visit.browser.press("continue")
        #expect(visit.browser.page.kind == .changePassword)
        let new = UserFlowJourneyTests.password
        let response = try visit.browser.press(
            filling: ["currentPassword": "Understudy!1", "newPassword": new, "confirmNewPassword": new])
        #expect(response.outcome == .redirected)
        #expect(UserFlowJourneyTests.jobTitle(visit) == "Cyclist")
    }

    @Test("A new sign-in after a profile edit does not repeat the edit")
    func newSignInAfterProfileEditKeepsEdit() throws {
        let visit = try UserFlowJourneyTests.visit(conditionalAccess: UserFlowJourneyTests.hourly)
        try visit.open("B2C_1_edit_profile")
        try visit.browser.press("next", filling: UserFlowJourneyTests.credentials)
        visit.entra.clock.advance(seconds: 3_500)
        try visit.open("B2C_1_edit_profile")
        visit.entra.clock.advance(seconds: 200)
        try visit.browser.press("continue", filling: ["attribute.jobTitle": "Rider"])
        #expect(visit.browser.page.control(id: "email")?.value == UserFlowJourneyTests.sam)
        let response = try visit.browser.press("next", filling: ["passwd": "Understudy!1"])
        #expect(response.outcome == .redirected)
        #expect(UserFlowJourneyTests.jobTitle(visit) == "Rider")
    }

    @Test("A policy without editable attributes redirects after the sign-in")
    func redirectsAtOnceWithoutEditableAttributes() throws {
        let visit = try UserFlowJourneyTests.visit()
        try visit.open("B2C_1_edit_nothing")
        let response = try visit.browser.press("next", filling: UserFlowJourneyTests.credentials)
        #expect(response.outcome == .redirected)
    }

    @Test("A silent request that needs a page is rejected, and so is a refresh", arguments: [true, false])
    func rejectsSilentRequestThatNeedsPage(isExpired: Bool) throws {
        let visit = try UserFlowJourneyTests.visit(conditionalAccess: isExpired ? "" : UserFlowJourneyTests.hourly)
        try visit.open("B2C_1_social")
        try visit.browser.press("next", filling: UserFlowJourneyTests.credentials)
        let token = try #require(try visit.tokens("B2C_1_social")["refresh_token"])
        visit.entra.clock.advance(seconds: 3_601)
        if isExpired {
            let server = visit.entra.server
            let id = try #require(server.directory.tenant(named: B2C.tenant)?.user(named: UserFlowJourneyTests.sam)?.id)
            let edit = try server.directoryStore.edit(TenantID(Seed.adventureWorks)) { edit in
                edit.update(id) { $0.mustChangePassword = true }
            }
            #expect(edit == .done)
        }
        let silent = try visit.open("B2C_1_social", ["prompt": "none"])
        #expect(silent.error == "interaction_required" && silent.policyCode == 90077)
        let refreshed = try visit.site.token(B2C.native.refresh(token), tenant: B2C.policy("B2C_1_social"))
        #expect(refreshed.error == "invalid_grant" && refreshed.policyCode == 90129)
    }

    // MARK: - Preceding pages

    @Test("A sign-in at another provider and a password reset both continue with the profile edit")
    func profileEditFollowsProviderSignInAndReset() throws {
        let visit = try UserFlowJourneyTests.visit()
        try visit.open("B2C_1_social")
        try visit.browser.press("GoogleExchange")
        try visit.browser.press("continue", filling: ["loginfmt": "gil@gmail.com"])
        let id = try Token(try visit.tokens("B2C_1_social")["id_token"])

        let social = UserFlowVisit(visit.entra)
        try social.open("B2C_1_edit_profile")
        try social.browser.press("GoogleExchange")
        #expect(social.browser.page.control(id: "jobTitle") == nil, "no user is known yet")
        try social.browser.press("continue", filling: ["loginfmt": "gil@gmail.com"])
        #expect(social.browser.page.control(id: "jobTitle") != nil)
        try social.browser.press("continue", filling: ["attribute.jobTitle": "Rider"])
        let edited = try Token(try social.tokens("B2C_1_edit_profile")["id_token"])
        #expect(edited["sub"] == id["sub"] && edited["jobTitle"] == "Rider")

        let reset = UserFlowVisit(visit.entra)
        try reset.open("B2C_1_edit_profile")
        try reset.browser.follow("forgotPassword")
        try reset.verify(UserFlowJourneyTests.sam)
        try reset.browser.press("continue")
        let new = UserFlowJourneyTests.password
        try reset.browser.press("continue", filling: ["newPassword": new, "reenterPassword": new])
        #expect(reset.browser.page.control(id: "jobTitle")?.value == "Cyclist")
        #expect(try reset.browser.press("continue").outcome == .redirected)
    }

    @Test("A sign-up policy offers other providers, and they create the account")
    func signUpPolicyOffersOtherProviders() throws {
        let visit = try UserFlowJourneyTests.visit()
        try visit.open("B2C_1_register")
        try visit.browser.press("GoogleExchange")
        let response = try visit.browser.press(
            "continue", filling: ["loginfmt": "gil@gmail.com", "attribute.displayName": "Gil"])
        #expect(response.outcome == .redirected)
        #expect(try Token(try visit.tokens("B2C_1_register")["id_token"])["idp"] == "google.com")
    }
}
