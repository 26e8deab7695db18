import Entra
import Protocol
import Testing

/// Checks the elements of pages that stand in for those of other services (docs/reference/interface.md#pages-of-other-services).
struct ServiceElementTests {
    @Test(arguments: [
        ("personal-username", [#"<title>Sign in to your Microsoft account</title>"#, #"id="usernameEntry""#]),
        ("personal-username", [#"<button type="submit" class="button button_primary" data-testid="primaryButton""#]),
        ("personal-username", ["Enter a different account or get a new one."]),
        ("personal-password", [#"name="passwd" id="passwordEntry""#, #"id="back-button""#]),
        ("personal-stay-signed-in", [#"data-testid="kmsiVideo""#, #"data-testid="secondaryButton""#]),
        ("personal-one-time-code", [#"id="idTxtBx_OTC_Password""#, #"aria-label="Enter the code you received""#]),
        ("personal-username-2023", [#"<button type="submit" id="idSIButton9""#, #"id="i0116""#]),
        ("personal-stay-signed-in-2023", [#"id="acceptButton""#, #"id="declineButton""#, #"id="checkboxField""#]),
        ("personal-consent", [#"id="idBtn_Accept""#, "Let this app access your info?"]),
        ("personal-device-confirmation", [#"id="remoteConnectDescription""#, #"id="remoteConnectSubmit""#]),
        ("federation-sign-in", [#"id="userNameInput""#, #"id="passwordInput""#, #"id="submitButton""#]),
        ("federation-device-code", [#"id="userCodeInput""#, #"id="confirmationButton""#]),
        ("external-username", [#"<a id="signup""#, "&amp;prompt=create"]),
        ("external-address", [#"<button type="submit" id="idSIButton9""#, #"name="idSIButton9""#]),
        ("external-code", [#"id="idTxtBx_OTC_Password""#, #"id="idSubmit_SAOTCC_Continue""#]),
        ("external-sign-in-code", [#"id="idSIButton9""#]),
        (
            "external-attributes",
            [
                #"data-testid="attribute-collection-form""#, #"data-testid="ipasswordInput""#,
                #"data-testid="ipasswordConfirmationInput""#, #"data-testid="igivenNameInput""#,
            ]
        ),
    ])
    func pageHasElementsOfService(name: String, texts: [String]) throws {
        let page = try #require(SamplePage.all.first { $0.name == name })
        let html = String(decoding: Pages.render(page.model), as: UTF8.self)
        for text in texts { #expect(html.contains(text), "\(text) in \(html)") }
    }

    /// A browser presses the first submit button of a form when the user presses Enter in a field.
    @Test(arguments: SamplePage.otherServices)
    func enterPressesPrimaryButton(page: SamplePage) throws {
        let html = String(decoding: Pages.render(page.model), as: UTF8.self)
        let first = html.split(separator: "<").first { $0.contains(#"type="submit""#) }
        #expect(first?.contains("button_primary") == true, "\(first ?? "")")
    }
}
