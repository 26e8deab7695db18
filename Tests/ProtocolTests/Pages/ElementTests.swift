import Entra
import Protocol
import Testing

/// Checks the elements that UI automation, keyboards and screen readers rely on.
struct ElementTests {
    /// Each row names a page, an element and the attributes that one of its tags must have.
    @Test(arguments: [
        ("username", "div", [#"id="loginHeader""#]),
        ("username", "form", [#"name="f1""#, #"id="i0281""#, "novalidate"]),
        ("username", "main", [#"id="lightbox""#]),
        (
            "username", "input",
            [
                #"name="loginfmt""#, #"id="i0116""#, #"type="email""#, #"autocomplete="username""#, "autofocus",
                #"maxlength="113""#, #"placeholder="Email, phone, or Skype""#,
                #"aria-label="Enter your email, phone, or Skype.""#,
            ]
        ),
        ("username", "input", [#"type="submit""#, #"id="idSIButton9""#, #"value="Next""#]),
        ("username", "input", [#"id="idBtn_Back""#, #"name="pageAction.cancel""#, #"data-as="input""#]),
        ("username", "div", [#"role="alert""#, #"aria-live="assertive""#]),
        ("username", "a", [#"id="cantAccessAccount""#]),
        ("username-error", "div", [#"id="usernameError""#]), ("username-error", "p", [#"id="serviceError""#]),
        (
            "username-error", "input",
            [#"id="i0116""#, #"aria-invalid="true""#, #"aria-describedby="loginHeader usernameError""#, "has-error"]
        ),
        ("username-error", "button", [#"id="signup""#, #"name="pageAction""#, #"value="signUp""#, #"data-as="a""#]),
        (
            "password", "input",
            [
                #"name="passwd""#, #"id="i0118""#, #"type="password""#, #"autocomplete="current-password""#,
                #"placeholder="Password""#, #"aria-label="Enter the password for alex@contoso.com""#,
            ]
        ),
        ("password", "input", [#"type="submit""#, #"id="idSIButton9""#, #"value="Sign in""#]),
        ("password", "input", [#"id="idBtn_Back""#, #"name="pageAction.back""#, #"data-as="button""#]),
        ("password", "a", [#"id="idA_PWD_ForgotPassword""#]),
        ("password", "bdi", [#"id="displayName""#, #"title="alex@contoso.com""#]),
        ("password-error", "div", [#"id="passwordError""#]), ("password-error", "a", [#"id="idA_IL_ForgotPassword0""#]),
        ("password-error", "input", [#"id="i0118""#, #"aria-describedby="loginHeader passwordError""#]),
        ("account-picker", "div", [#"id="tilesHolder""#, #"role="list""#]),
        ("account-picker", "div", [#"class="row tile""#, #"role="listitem""#]),
        (
            "account-picker", "button",
            [
                #"class="table""#, #"data-test-id="alex@contoso.com""#, #"name="account""#,
                #"value="alex@contoso.com""#, #"data-as="div""#,
                #"aria-label="Sign in with alex@contoso.com work or school account.""#,
            ]
        ),
        ("account-picker", "button", [#"data-test-id="admin@contoso.com""#, #"name="account""#]),
        ("account-picker", "button", [#"id="otherTile""#, #"name="pageAction""#, #"value="other""#]),
        ("account-picker", "div", [#"id="otherTileText""#]),
        (
            "sign-out-picker", "button",
            [
                #"data-test-id="alex@contoso.com""#,
                #"aria-label="Sign out alex@contoso.com work or school account.""#,
            ]
        ),
        ("stay-signed-in", "h1", [#"id="kmsiTitle""#]), ("stay-signed-in", "p", [#"id="KmsiDescription""#]),
        ("stay-signed-in", "input", [#"id="KmsiCheckboxField""#, #"name="DontShowAgain""#]),
        (
            "stay-signed-in", "input",
            [#"id="idSIButton9""#, #"type="submit""#, #"value="Yes""#, #"aria-describedby="KmsiDescription""#]
        ),
        (
            "stay-signed-in", "input",
            [#"id="idBtn_Back""#, #"value="No""#, #"name="pageAction.notStaySignedIn""#, #"data-as="input""#]
        ),
        ("stay-signed-in", "input", [#"type="hidden""#, #"name="LoginOptions""#, #"value="1""#]),
        (
            "proof-choice", "button",
            [#"class="table""#, #"data-value="OneWaySMS""#, #"name="proof""#, #"data-as="div""#]
        ),
        ("proof-choice", "h1", [#"id="idDiv_SAOTCS_Title""#]),
        ("one-time-code", "h1", [#"id="idDiv_SAOTCC_Title""#]),
        (
            "one-time-code", "input",
            [
                #"id="idTxtBx_SAOTCC_OTC""#, #"name="otc""#, #"type="tel""#, #"placeholder="Code""#,
                #"aria-label="Code""#,
            ]
        ),
        ("one-time-code", "input", [#"id="idSubmit_SAOTCC_Continue""#, #"type="submit""#, #"value="Verify""#]),
        ("one-time-code", "button", [#"id="signInAnotherWay""#, #"data-as="a""#]),
        ("push-notification", "h1", [#"id="idDiv_SAOTCAS_Title""#]),
        ("push-notification", "p", [#"id="idDiv_SAOTCAS_Description""#]),
        (
            "push-notification", "div",
            [#"id="idRichContext_DisplaySign""#, #"class="displaySign""#, #"data-poll="/common/SAS/EndAuth""#]
        ),
        ("push-notification", "input", [#"type="submit""#, #"id="idSIButton9""#, #"value="Continue""#]),
        ("push-notification", "button", [#"id="signInAnotherWay""#, #"data-as="a""#]),
        ("push-notification-denied", "h1", [#"id="idDiv_SAASDS_Title""#]),
        ("push-notification-expired", "h1", [#"id="idDiv_SAASTO_Title""#]),
        ("change-password", "input", [#"id="currentPassword""#, #"placeholder="Current password""#]),
        ("change-password", "input", [#"id="confirmNewPassword""#, #"placeholder="Confirm password""#]),
        ("change-password", "p", [#"id="ChangePasswordDescription""#]),
        ("proof-registration", "p", [#"id="ProofUpDescription""#]),
        ("signed-out", "div", [#"id="login_workload_logo_text""#]),
        ("device-approved", "h1", [#"id="message""#]), ("device-confirmation", "h1", [#"id="appConfirmTitle""#]),
        ("error", "div", [#"id="service_exception_message""#]), ("error", "div", [#"id="errorText""#]),
        ("consent", "bdi", [#"id="appDomainLinkToAppInfo""#]),
        ("consent", "input", [#"type="hidden""#, #"name="consent""#, #"value="page""#]),
        ("consent", "input", [#"name="consentedScope""#, #"value="openid""#, "checked", "disabled"]),
        ("consent", "input", [#"name="consentedScope""#, #"value="api://orders/Orders.Read""#, "checked"]),
        ("consent", "input", [#"type="submit""#, #"id="idSIButton9""#, #"name="ucaccept""#]),
        ("consent", "input", [#"id="idBtn_Back""#, #"name="pageAction.cancel""#, #"value="Cancel""#]),
        ("consent-admin", "input", [#"name="consentForOrganization""#, #"value="1""#]),
        ("admin-approval", "input", [#"id="idBtn_Back""#, #"name="pageAction.cancel""#, #"data-as="a""#]),
        ("admin-approval", "button", [#"name="pageAction""#, #"value="other""#]),
        ("device-code", "input", [#"name="otc""#, #"id="otc""#, #"type="text""#, #"autocomplete="off""#, "autofocus"]),
        ("device-code", "input", [#"type="submit""#, #"id="idSIButton9""#]),
        ("device-code-error", "div", [#"id="otcError""#]),
        ("device-code-error", "input", [#"id="otc""#, #"aria-invalid="true""#, #"aria-describedby="otcError""#]),
        ("device-confirmation", "input", [#"type="submit""#, #"id="idSIButton9""#]),
        ("device-confirmation", "input", [#"id="idBtn_Back""#, #"name="pageAction.cancel""#]),
        ("device-confirmation", "bdi", [#"id="displayName""#]),
        ("error", "div", [#"id="exceptionMessageContainer""#, #"role="alert""#]),
        ("form-post", "form", [#"method="post""#, #"action="http://localhost:5000/signin-oidc""#]),
        ("policy-sign-in", "div", [#"id="api""#, #"data-name="Unified""#]),
        ("policy-sign-in", "form", [#"id="localAccountForm""#, #"class="localAccount""#]),
        (
            "policy-sign-in", "input",
            [#"id="email""#, #"name="loginfmt""#, #"type="email""#, #"placeholder="Email Address""#]
        ),
        ("policy-sign-in", "input", [#"id="password""#, #"name="passwd""#, #"placeholder="Password""#]),
        ("policy-sign-in", "a", [#"id="createAccount""#, #"href="/authorize?pageAction=signUp""#]),
        ("policy-sign-in", "a", [#"id="forgotPassword""#]),
        ("policy-sign-in", "button", [#"id="GoogleExchange""#, #"form="localAccountForm""#]),
        ("policy-sign-in", "span", [#"id="userFlowError""#]),
        ("policy-sign-up", "form", [#"id="attributeVerification""#]),
        (
            "policy-sign-up", "button",
            [#"id="emailVerificationControl_but_send_code""#, #"type="submit""#, #"value="sendCode""#]
        ),
        (
            "policy-sign-up", "button",
            [#"id="emailVerificationControl_but_verify_code""#, #"type="button""#, "hidden"]
        ),
        ("policy-sign-up", "input", [#"id="emailVerificationCode""#, #"name="otc""#]),
        ("policy-sign-up", "button", [#"id="continue""#, #"name="pageAction""#, #"value="continue""#]),
        ("policy-sign-up-code", "input", [#"id="email""#, "readonly"]),
        ("policy-sign-up-problem", "input", [#"id="surname""#, #"aria-describedby="userFlowError""#]),
        (
            "form-post", "input",
            [#"name="state""#, #"value="{&quot;id&quot;:&quot;a&amp;b&quot;}|&lt;user&#39;s&gt;""#]
        ),
    ])
    func pageHasElementWithAttributes(page: String, element: String, attributes: [String]) throws {
        let tags = try html(page).tags(of: element)
        #expect(tags.contains { tag in attributes.allSatisfy(tag.contains) }, "\(tags)")
    }

    @Test(arguments: [
        ("username", "id=\"usernameError"), ("password", "id=\"passwordError"), ("device-code", "id=\"otcError"),
        ("consent", "consentForOrganization"),
        ("consent-organization", "consentForOrganization"),
    ])
    func omitsElementsWithoutReason(page: String, text: String) throws {
        #expect(try !html(page).contains("\(text)\""))
    }

    @Test(arguments: [
        ("error", "Sorry, but we’re having trouble signing you in."), ("error", "Request Id"),
        ("error", "Correlation Id"),
        ("error", "2026-01-02 03:04:05Z"), ("consent", "Lets the application read orders that you placed."),
        ("consent", "Orders API"), ("consent-admin", "Consent on behalf of your organization"),
        ("code", "<title>Success code=1.AQIDBAUGBwgJCgsMDQ4PEA&amp;state=12%2034</title>"),
        ("code-denied", "<title>Denied error=access_denied&amp;error_description=AADSTS65004%3A%20"),
        ("admin-approval", "AADSTS90094: Contoso Mobile needs"),
    ])
    func pageContainsItsText(page: String, text: String) throws {
        #expect(try html(page).contains(text))
    }

    @Test(arguments: SamplePage.all)
    func everyPageIsValidDocumentOfTestServer(page: SamplePage) throws {
        let html = try html(page.name)
        #expect(html.contains("Understudy – test identity server, not Microsoft"))
        #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(html.tags(of: "h1").count == 1)
        #expect(html.tags(of: "title").count == 1)
        let ids = html.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(Set(ids).count == ids.count, "ids are unique")
        // One page loads the frames that its policy names, and links to the application.
        let loading = page.name == "signed-out-frames" ? [] : [" src="]
        for attribute in [" style=", " onclick=", " onload="] + loading {
            #expect(!html.contains(attribute), "the policy would block \(attribute)")
        }
    }

    /// A browser presses the first submit button of a form when the user presses Enter in a field.
    @Test(arguments: [
        "username", "username-error", "password", "password-error", "stay-signed-in", "consent-admin", "device-code",
        "device-confirmation",
    ])
    func enterPressesPrimaryButton(page: String) throws {
        let html = try html(page)
        let first = html.tags(of: "").first { $0.hasPrefix("<button") || $0.contains(#"type="submit""#) }
        #expect(first?.contains(#"id="idSIButton9""#) == true)
    }

    private func html(_ name: String) throws -> String {
        let page = try #require(SamplePage.all.first { $0.name == name })
        return String(decoding: Pages.render(page.model), as: UTF8.self)
    }
}

extension String {
    /// Returns the start tags of the element, or of any element if the name is empty.
    fileprivate func tags(of element: String) -> [Substring] {
        let end: [Character] = element.isEmpty ? [] : [" ", ">"]
        return split(separator: "<").filter { piece in
            piece.hasPrefix(element) && (end.isEmpty || end.contains { piece.dropFirst(element.count).first == $0 })
        }.map { "<" + $0.prefix { $0 != ">" } + ">" }
    }
}
