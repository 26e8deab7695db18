package import Entra
package import Formats

/// The page that asks which of several accounts to sign out of: one tile each.
package struct SignOutPickerPage: Sendable, Equatable {
    package let form: FormTarget
    package let accounts: [AccountPickerPage.Account]

    package init(form: FormTarget, accounts: [AccountPickerPage.Account]) {
        self.form = form
        self.accounts = accounts
    }
}

extension SignOutPickerPage: LocalizedPage {
    package func title(in texts: PageTexts) -> String { texts[.titleSignOut] }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(.pickAccount, in: texts)
        html.element("p", ["class": "lead"], text: texts[.whichSignOut])
        html.form(form) { html in
            html.tiles {
                $0.tiles(of: accounts, labels: (.signOutWorkAccount, .signOutPersonalAccount), in: texts)
            }
        }
    }
}

/// The page "You signed out". The page loads the applications' logout addresses, then continues to `location` if there is one.
package struct SignedOutPage: Sendable, Equatable {
    /// An invisible frame: the address to load, and its origin, the only one that may be framed.
    package struct Frame: Sendable, Equatable {
        package let address: String
        package let origin: Origin

        package init(address: String, origin: Origin) {
            self.address = address
            self.origin = origin
        }
    }

    /// The user whose sign-in ended, or nil if no user was signed in.
    package let username: String?
    package let frames: [Frame]
    /// The application's registered address with the state of the request.
    package let location: String?

    package init(username: String?, frames: [Frame], location: String?) {
        self.username = username
        self.frames = frames
        self.location = location
    }
}

extension SignedOutPage: LocalizedPage {
    package var hasForm: Bool { false }

    package func title(in texts: PageTexts) -> String { texts[.titleSignOut] }

    /// Writes the redirect. The browser follows the redirect as soon as the document and its frames are loaded (HTML §4.2.5.3,
    /// refresh), without a script.
    package func writeHead(to html: inout HTMLWriter) {
        guard let location else { return }
        html.void("meta", ["http-equiv": "refresh", "content": "0; url=\(location)"])
        html.raw("\n")
    }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.element("div", ["id": ElementID.signedOut]) {
            $0.element("h1", ["id": ElementID.signOutStatus], text: texts[.signedOut])
        }
        html.raw("\n")
        if let username { html.account(username) }
        if let location {
            html.element("p", text: texts[.signingOutApplications])
            html.element("p") {
                $0.element("a", ["class": "link", "href": location], text: texts[.returnToApplication])
            }
        } else {
            html.element("p", text: texts[.closeBrowser])
        }
        for frame in frames {
            html.element(
                "iframe", ["src": frame.address, "title": texts[.signOutOfApplication], "hidden": ""], text: "")
            html.raw("\n")
        }
    }

    /// The origins for `frame-src`, because no other URL may be framed. Each origin is a scheme, a host and a port, in lower case.
    var frameSources: [String] {
        frames.reduce(into: []) { sources, frame in
            if !sources.containsExactly(frame.origin.description) { sources.append(frame.origin.description) }
        }
    }
}
