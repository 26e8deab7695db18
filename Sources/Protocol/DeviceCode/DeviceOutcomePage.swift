import Entra
package import Formats

/// The page that shows the result of a sign-in for a device. The browser has no further step.
package struct DeviceOutcomePage: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case approved
        case declined
    }

    package let applicationName: String
    package let outcome: Outcome

    package init(applicationName: String, outcome: Outcome) {
        self.applicationName = applicationName
        self.outcome = outcome
    }
}

extension DeviceOutcomePage: StyledPage {
    package var title: String {
        switch outcome {
        case .approved: "Signed in"
        case .declined: "Not signed in"
        }
    }

    package func write(to html: inout HTMLWriter) {
        html.element("h1") { html in
            html.raw(outcome == .approved ? "You are signed in to " : "You did not sign in to ")
            html.element("bdi", text: applicationName)
        }
        html.element("p") { html in
            html.raw(
                outcome == .approved
                    ? "The device continues automatically. You can close this window."
                    : "The device receives an error. You can close this window.")
        }
    }
}
