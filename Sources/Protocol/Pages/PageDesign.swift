package import Directory

/// The service whose page a page stands in for. UI automation finds other elements on the pages of each service
/// (docs/reference/interface.md#pages-of-other-services).
package enum PageDesign: Sendable, Equatable {
    /// The pages of login.microsoftonline.com, for work and school accounts.
    case work
    /// The pages of login.live.com, for personal accounts.
    case personal(PersonalAccountPages)
    /// The pages of Active Directory Federation Services.
    case federationService

    var isPersonal: Bool {
        if case .personal = self { true } else { false }
    }

    /// Whether the page stands in for a page that login.live.com has had since 2023.
    var isPersonalSince2023: Bool { isPersonal && self != .personal(.classic) }

    /// The title of nearly every page of the service.
    var title: Phrase { isPersonal ? .titleSignInPersonal : .titleSignIn }
}

/// A page with a form. The design of the form is that of the page.
package protocol FormPage: LocalizedPage {
    var form: FormTarget { get }
}

extension FormPage {
    package func title(in texts: PageTexts) -> String { texts[form.design.title] }
}
