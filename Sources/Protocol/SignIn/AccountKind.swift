import Directory
import Entra
package import Formats
import Store

/// The page that asks which account a username means, if a work account and a personal account have the same name.
package struct AccountKindPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String

    package init(form: FormTarget, username: String) {
        self.form = form
        self.username = username
    }
}

extension AccountKindPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(.pickAccount, in: texts)
        html.element("p", text: texts[.accountKindQuestion])
        html.raw("\n")
        html.form(form) { html in
            html.tiles { html in
                write(
                    .workAccount, PageAction.workAccount, ids: (ElementID.workTile, ElementID.workTileTitle),
                    sign: "W", to: &html, in: texts)
                write(
                    .personalAccount, PageAction.personalAccount,
                    ids: (ElementID.personalTile, ElementID.personalTileTitle), sign: "P", to: &html, in: texts)
            }
            html.raw("<div class=\"actions\">\n")
            html.secondaryButton(texts[.back], action: PageAction.back, as: "button")
            html.raw("</div>\n")
        }
    }

    private func write(
        _ title: Phrase, _ action: String, ids: (tile: String, title: String), sign: String, to html: inout HTMLWriter,
        in texts: PageTexts
    ) {
        html.tile(
            id: ids.tile, field: (PageField.action, action), picture: { $0.avatar(sign) },
            content: { html in
                html.element("div", ["id": ids.title], text: texts[title])
                html.element("small", ["class": "soft"]) { $0.element("bdi", text: username) }
            })
    }
}

/// The choice between a work account and a personal account with the same username
/// (docs/reference/protocol.md#account-kind).
extension SignInStage {
    /// Whether a personal account has the username of a work account too, and the request does not decide for one of them.
    func isShared(_ username: String, by account: Account) -> Bool {
        !account.isPersonal && request.choice.requestsPersonalAccount == nil
            && AccountLookup.personal(username, client: request.client, in: services.directory) != nil
    }

    mutating func accountKindPage(_ username: String) -> Step {
        flow.username = username
        return .show(.accountKind(AccountKindPage(form: form(), username: username)))
    }

    /// Continues with the account whose tile the user pressed.
    mutating func chooseKind() throws(EntraError) -> Step {
        guard let username = flow.username else { return usernamePage("") }
        flow.usesPersonalAccount = submission.action.isExactly(PageAction.personalAccount)
        guard case .found(let account) = lookup(username) else { return try identify(username) }
        return try credentialPage(username, account)
    }
}
