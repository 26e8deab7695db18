import Directory
import Entra
import Formats
import Protocol

/// The sample pages that stand in for those of other services than login.microsoftonline.com.
extension SamplePage {
    static let otherServices: [SamplePage] =
        personal + [
            SamplePage("federation-sign-in") { text in
                .password(password(text, .federationService, FieldProblem(.federatedPasswordWrong)))
            },
            SamplePage("federation-device-code") { text in
                .deviceCode(DeviceCodePage(form: form(text, .federationService), problem: nil))
            },
            SamplePage("external-username") { text in
                .username(
                    UsernamePage(
                        form: form(text), applicationName: text("Woodgrove App"), tenantName: text("Woodgrove"),
                        username: "", problem: nil, offersSignUp: true,
                        signUpAddress: text(
                            "/woodgrove.onmicrosoft.com/oauth2/v2.0/authorize?state=a%26b&prompt=create")))
            },
            SamplePage("external-address") { text in
                .externalID(external(text, .address, FieldProblem(.addressInvalid)))
            },
            SamplePage("external-code") { text in .externalID(external(text, .code(.verification), nil)) },
            SamplePage("external-sign-in-code") { text in
                .externalID(external(text, .code(.signIn), FieldProblem(.addressCodeWrong)))
            },
            SamplePage("external-attributes") { text in
                .externalID(
                    external(
                        text,
                        .attributes([
                            .init(
                                name: PageField.newPassword, id: "newPassword", label: .phrase(.newPassword),
                                input: .password, autocomplete: "new-password"),
                            .init(
                                name: PageField.repeatedPassword, id: "reenterPassword",
                                label: .phrase(.confirmNewPassword), input: .password, autocomplete: "new-password"),
                            .init(
                                name: PageField.attribute("givenName"), id: "givenName",
                                label: .words(text("Given name")), input: .text, value: text("Nia")),
                        ]), FieldProblem(.attributeInvalid, [.words(text("Given name"))])))
            },
        ]

    private static let personal: [SamplePage] = [
        SamplePage("personal-username") { text in
            .username(
                UsernamePage(
                    form: form(text, .personal(.redesigned)), applicationName: text("Contoso Mobile"),
                    tenantName: nil, username: text("ada@outlook.com"),
                    problem: FieldProblem(
                        .personalAccountUnknown, error: text("AADSTS50034: The user account does not exist."))))
        },
        SamplePage("personal-password") { text in
            .password(password(text, .personal(.redesigned), FieldProblem(.personalPasswordWrong)))
        },
        SamplePage("personal-stay-signed-in") { text in
            .staySignedIn(
                StaySignedInPage(form: form(text, .personal(.redesigned)), username: text("ada@outlook.com")))
        },
        SamplePage("personal-one-time-code") { text in
            .oneTimeCode(
                OneTimeCodePage(
                    form: form(text, .personal(.redesigned)), username: text("ada@outlook.com"),
                    recipient: text("a***@outlook.com"), problem: FieldProblem(.codeWrong)))
        },
        SamplePage("personal-username-2023") { text in
            .username(
                UsernamePage(
                    form: form(text, .personal(.transitional)), applicationName: text("Contoso Mobile"),
                    tenantName: text("Personal accounts"), username: "", problem: nil))
        },
        SamplePage("personal-stay-signed-in-2023") { text in
            .staySignedIn(
                StaySignedInPage(form: form(text, .personal(.transitional)), username: text("ada@outlook.com")))
        },
        SamplePage("personal-consent") { text in
            .consent(
                consent(
                    text, .personal(.redesigned), offersOrganizationConsent: false, isForOrganization: false))
        },
        SamplePage("personal-device-confirmation") { text in
            .deviceConfirmation(
                DeviceConfirmationPage(
                    form: form(text, .personal(.transitional)), applicationName: text("Contoso Mobile"),
                    username: text("ada@outlook.com")))
        },
    ]

    private static func password(_ text: Text, _ design: PageDesign, _ problem: FieldProblem) -> PasswordPage {
        PasswordPage(
            form: form(text, design), applicationName: text("Contoso Mobile"), tenantName: nil,
            username: text("ada@outlook.com"), problem: problem)
    }

    private static func external(
        _ text: Text, _ content: ExternalIDPage.Content, _ problem: FieldProblem?
    ) -> ExternalIDPage {
        ExternalIDPage(
            form: form(text), title: .signUp, applicationName: text("Woodgrove App"), tenantName: text("Woodgrove"),
            address: text("nia@customer.example"), problem: problem, content: content)
    }
}
