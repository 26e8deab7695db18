import Entra
import Formats
import Protocol
import Testing

/// One sample page of each kind, with texts that the caller provides.
struct SamplePage: Sendable, CustomTestStringConvertible {
    let name: String
    /// Makes the page and passes every text from outside through the closure.
    let make: @Sendable (_ text: @Sendable (String) -> String) -> PageModel

    /// The page with its ordinary texts.
    var model: PageModel { make { $0 } }
    var testDescription: String { name }

    init(_ name: String, _ make: @escaping @Sendable (_ text: @Sendable (String) -> String) -> PageModel) {
        self.name = name
        self.make = make
    }

    static let all = ownService + otherServices

    private static let ownService: [SamplePage] = [
        SamplePage("username") { .username(username($0, problem: nil)) },
        SamplePage("username-error") { text in
            .username(
                username(
                    text,
                    problem: FieldProblem(
                        .usernameUnknownInTenant,
                        error: text("AADSTS50034: The user account alex@contso.com does not exist."))))
        },
        SamplePage("password") { .password(password($0, problem: nil)) },
        SamplePage("password-error") { text in
            .password(
                password(
                    text,
                    problem: FieldProblem(
                        .passwordWrong, error: text("AADSTS50126: Invalid username or password."))))
        },
        SamplePage("user-flow") { text in
            .userFlow(
                UserFlowPage(
                    form: form(text), title: .phrase(.signUp), applicationName: text("Adventure Works App"),
                    tenantName: text("Adventure Works"), notice: .words(text("Verification code has been sent.")),
                    problem: FieldProblem(.attributeInvalid, [.words(text("Surname"))]),
                    fields: [
                        .init(
                            name: "loginfmt", id: "email", label: .phrase(.email), input: .email,
                            value: text("sam@adventureworks.example"), autocomplete: "username", isFixed: true),
                        .init(
                            name: "otc", id: "emailVerificationCode", label: .phrase(.verificationCode), input: .code,
                            autocomplete: "one-time-code"),
                    ],
                    buttons: [
                        .init(id: "continue", label: .phrase(.verifyCode), look: .primary),
                        .init(id: "cancel", label: .phrase(.cancel), action: PageAction.cancel, look: .secondary),
                        .init(
                            id: "resend", label: .words(text("Send new code")), action: PageAction.sendCode, look: .link
                        ),
                    ]))
        },
        SamplePage("policy-sign-in") { text in
            .policySignIn(
                PolicySignInPage(
                    form: form(text), applicationName: text("Adventure Works App"), tenantName: text("Adventure Works"),
                    usernameID: "email", username: text("sam@adventureworks.example"),
                    problem: PolicyProblem(FieldProblem(.localPasswordWrong), at: .page),
                    signUpAddress: text("/authorize?pageAction=signUp"),
                    resetAddress: text("/authorize?pageAction=forgotPassword"),
                    providers: [
                        .init(
                            id: "GoogleExchange", label: .phrase(.signInWithProvider, [.words(text("Google"))]),
                            action: PageAction.social(text("google.com")), look: .link)
                    ]))
        },
        SamplePage("policy-sign-up") { policyAttributes($0, .unverified, nil) },
        SamplePage("policy-sign-up-code") {
            policyAttributes($0, .sent, PolicyProblem(FieldProblem(.addressCodeWrong), at: .verification))
        },
        SamplePage("policy-sign-up-problem") {
            policyAttributes(
                $0, .verified,
                PolicyProblem(FieldProblem(.attributeInvalid, [.words($0("Surname"))]), at: .field("surname")))
        },
        SamplePage("account-picker") { .accountPicker(accountPicker($0)) },
        SamplePage("account-kind") { text in
            .accountKind(AccountKindPage(form: form(text), username: text("alex@contoso.com")))
        },
        SamplePage("phone-sign-in") { text in
            .pushNotification(
                PushNotificationPage(
                    form: form(text), username: text("alex@contoso.com"), number: "42", status: .waiting,
                    isPasswordless: true))
        },
        SamplePage("phone-sign-in-denied") { text in
            .pushNotification(
                PushNotificationPage(
                    form: form(text), username: text("alex@contoso.com"), number: "42", status: .denied,
                    isPasswordless: true))
        },
        SamplePage("proof-choice") { text in
            .proofChoice(
                ProofChoicePage(
                    form: form(text), username: text("alex@contoso.com"),
                    options: [
                        .init(proof: .push, recipient: ""),
                        .init(position: 2, proof: .telephone, recipient: text("+XX XXXXXXX00")),
                    ]))
        },
        SamplePage("push-notification") { text in
            .pushNotification(
                PushNotificationPage(
                    form: form(text), username: text("alex@contoso.com"), number: "42", status: .waiting))
        },
        SamplePage("push-notification-denied") { text in
            .pushNotification(
                PushNotificationPage(
                    form: form(text), username: text("alex@contoso.com"), number: "42", status: .denied))
        },
        SamplePage("push-notification-expired") { text in
            .pushNotification(
                PushNotificationPage(
                    form: form(text), username: text("alex@contoso.com"), number: "42", status: .expired))
        },
        SamplePage("one-time-code") { text in
            .oneTimeCode(
                OneTimeCodePage(
                    form: form(text), username: text("alex@contoso.com"), recipient: text("a***@contoso.com"),
                    problem: nil))
        },
        SamplePage("one-time-code-error") { text in
            .oneTimeCode(
                OneTimeCodePage(
                    form: form(text), username: text("alex@contoso.com"), recipient: nil,
                    problem: FieldProblem(.codeWrong)))
        },
        SamplePage("proof-registration") { text in
            .proofRegistration(
                ProofRegistrationPage(
                    form: form(text), username: text("alex@contoso.com"), proof: text("alex"),
                    problem: FieldProblem(.newProofInvalid)))
        },
        SamplePage("terms-of-use") { text in
            .termsOfUse(
                TermsOfUsePage(
                    form: form(text), username: text("alex@contoso.com"), tenantName: text("Contoso"),
                    terms: text("House rules")))
        },
        SamplePage("change-password") { text in
            .changePassword(
                ChangePasswordPage(
                    form: form(text), username: text("alex@contoso.com"), reason: .passwordExpired,
                    problem: FieldProblem(.passwordsDiffer)))
        },
        SamplePage("stay-signed-in") { text in
            .staySignedIn(StaySignedInPage(form: form(text), username: text("alex@contoso.com")))
        },
        SamplePage("consent") { text in
            .consent(consent(text, offersOrganizationConsent: false, isForOrganization: false))
        },
        SamplePage("consent-admin") { text in
            .consent(consent(text, offersOrganizationConsent: true, isForOrganization: false))
        },
        SamplePage("consent-organization") { text in
            .consent(consent(text, offersOrganizationConsent: false, isForOrganization: true))
        },
        SamplePage("admin-approval") { .adminApproval(adminApproval($0)) },
        SamplePage("admin-approval-request") { .adminApproval(adminApproval($0, request: .lacksReason)) },
        SamplePage("admin-approval-requested") { .adminApproval(adminApproval($0, request: .sent)) },
        SamplePage("device-code") { .deviceCode(DeviceCodePage(form: form($0), problem: nil)) },
        SamplePage("device-code-error") { text in
            .deviceCode(
                DeviceCodePage(
                    form: form(text),
                    problem: FieldProblem(.codeWrong, error: text("AADSTS70018: Invalid verification code."))))
        },
        SamplePage("device-confirmation") { text in
            .deviceConfirmation(
                DeviceConfirmationPage(
                    form: form(text), applicationName: text("Contoso Mobile"), username: text("alex@contoso.com")))
        },
        SamplePage("device-approved") { text in
            .deviceOutcome(DeviceOutcomePage(applicationName: text("Contoso Mobile"), outcome: .approved))
        },
        SamplePage("device-declined") { text in
            .deviceOutcome(DeviceOutcomePage(applicationName: text("Contoso Mobile"), outcome: .declined))
        },
        SamplePage("error") { .error(error($0)) },
        SamplePage("form-post") { .formPost(formPost($0)) },
        SamplePage("code") { .code(code($0)) },
        SamplePage("code-denied") { .code(deniedCode($0)) },
        SamplePage("sign-out-picker") { text in
            .signOutPicker(SignOutPickerPage(form: form(text), accounts: accountPicker(text).accounts))
        },
        SamplePage("signed-out") { text in
            .signedOut(SignedOutPage(username: text("alex@contoso.com"), frames: [], location: nil))
        },
        SamplePage("signed-out-frames") { .signedOut(signedOut($0)) },
        SamplePage("native-client") { _ in .nativeClient },
    ]

    typealias Text = (String) -> String

    static func form(_ text: Text, _ design: PageDesign = .work) -> FormTarget {
        FormTarget(
            action: text("/common/oauth2/v2.0/authorize?client_id=aaaaaaaa-0000-4000-8000-000000000001&state=a%26b"),
            hidden: [HiddenField(text(PageField.flowToken), text("AQIDBAUGBwgJCgsMDQ4PEA"))], design: design)
    }

    private static func username(_ text: Text, problem: FieldProblem?) -> UsernamePage {
        UsernamePage(
            form: form(text), applicationName: text("Contoso Mobile"), tenantName: text("Contoso"),
            username: text("alex@contoso.com"), problem: problem, offersSignUp: problem != nil)
    }

    private static func password(_ text: Text, problem: FieldProblem?) -> PasswordPage {
        PasswordPage(
            form: form(text), applicationName: text("Contoso Mobile"), tenantName: text("Contoso"),
            username: text("alex@contoso.com"), problem: problem)
    }

    private static func policyAttributes(
        _ text: Text, _ state: PolicyAttributesPage.Verification.State, _ problem: PolicyProblem?
    ) -> PageModel {
        func entry(_ id: String, _ label: PageText, _ input: UserFlowPage.Field.Input, _ value: String = "")
            -> PolicyAttributesPage.Entry
        {
            .init(.init(name: id, id: id, label: label, input: input, value: value), isRequired: true)
        }
        return .policyAttributes(
            PolicyAttributesPage(
                form: form(text), title: .phrase(.signUp), applicationName: text("Adventure Works App"),
                tenantName: text("Adventure Works"),
                verification: .init(
                    state, address: text("sam@adventureworks.example"), codeID: ElementID.mailedCode),
                entries: [
                    entry("newPassword", .phrase(.newPassword), .password),
                    entry("reenterPassword", .phrase(.confirmNewPassword), .password),
                    entry("surname", .words(text("Surname")), .text, text("Centrell")),
                ], problem: problem, label: .create))
    }

    private static func accountPicker(_ text: Text) -> AccountPickerPage {
        AccountPickerPage(
            form: form(text), applicationName: text("Contoso Mobile"),
            accounts: [
                .init(username: text("alex@contoso.com"), displayName: text("Alex Wilber")),
                .init(username: text("admin@contoso.com"), displayName: text("Contoso Admin")),
            ])
    }

    static func consent(
        _ text: Text, _ design: PageDesign = .work, offersOrganizationConsent: Bool, isForOrganization: Bool
    ) -> ConsentPage {
        ConsentPage(
            form: form(text, design), applicationName: text("Contoso Mobile"), username: text("alex@contoso.com"),
            permissions: [
                .init(
                    scope: text("openid"), displayName: text("Sign you in"),
                    description: text("Lets the application know who you are."),
                    resourceName: text("Microsoft Graph"), isRequired: true),
                .init(
                    scope: text("https://graph.microsoft.com/User.Read"), displayName: text("Read your profile"),
                    description: text("Lets the application read your profile and that of your company."),
                    resourceName: text("Microsoft Graph"), isRequired: false),
                .init(
                    scope: text("api://orders/Orders.Read"), displayName: text("Read your orders"),
                    description: text("Lets the application read orders that you placed."),
                    resourceName: text("Orders API"), isRequired: false),
            ],
            offersOrganizationConsent: offersOrganizationConsent, isForOrganization: isForOrganization)
    }

    private static func adminApproval(_ text: Text, request: AdminApprovalPage.Request? = nil) -> AdminApprovalPage {
        AdminApprovalPage(
            form: form(text), applicationName: text("Contoso Mobile"), username: text("alex@contoso.com"),
            message: text("AADSTS90094: Contoso Mobile needs permissions that only an admin can grant."),
            request: request)
    }

    private static func error(_ text: Text) -> ErrorPage {
        ErrorPage(
            message: text(
                "AADSTS50011: The redirect URI 'https://app.example/callback' does not match the redirect URIs configured "
                    + "for the application 'aaaaaaaa-0000-4000-8000-000000000001'."),
            requestID: text("0b6f3f5e-8f0a-4a39-9c55-2d2a3a6e0c00"),
            correlationID: text("5c1d9a54-11d5-4c62-8f35-0f4d5a2c7e11"), timestamp: text("2026-01-02 03:04:05Z"))
    }

    private static func formPost(_ text: Text) -> FormPostPage {
        FormPostPage(
            action: text("http://localhost:5000/signin-oidc"),
            fields: [
                HiddenField(text("code"), text("1.AQIDBAUGBwgJCgsMDQ4PEA")),
                HiddenField(text("state"), text("{\"id\":\"a&b\"}|<user's>")),
            ])
    }

    private static func code(_ text: Text) -> CodePage {
        CodePage(fields: [
            HiddenField(text("code"), text("1.AQIDBAUGBwgJCgsMDQ4PEA")), HiddenField(text("state"), text("12 34")),
        ])
    }

    private static func signedOut(_ text: Text) -> SignedOutPage {
        let origin = Origin(scheme: "https", host: "orders.contoso.com", port: nil)
        return SignedOutPage(
            username: text("alex@contoso.com"),
            frames: [
                .init(
                    address: text(
                        "https://orders.contoso.com/signout?sid=5c1d9a54-11d5-4c62-8f35-0f4d5a2c7e11&iss=https%3A%2F%2Fx"
                    ),
                    origin: origin)
            ],
            location: text("http://localhost:5000/signout-callback?state=a%26b"))
    }

    private static func deniedCode(_ text: Text) -> CodePage {
        CodePage(fields: [
            HiddenField("error", text("access_denied")),
            HiddenField(text("error_description"), text("AADSTS65004: User declined to consent to access the app.")),
        ])
    }
}
