package import HTTP

/// Every URL of the control plane and of the other pages that Entra ID does not have. Each feature lists its rows in its own
/// folder.
package enum ControlRoutes {
    package static let all: [Route<ControlEndpoint>] =
        graph + graphReference + landing + PasswordResetPage.routes + errorCatalog + console + flows + consoleRequest
        + consoleSections + consoleSignIn + consoleTokens + outbox + metrics
        + openAPI + stubs + journal
        + signInDriver + tokens + invitations
        + server + state + clock + tenants + keys

    /// The sections of the console that have a folder of their own.
    private static let consoleSections =
        consoleOutbox + consoleLogs + consoleKeys + consoleTrust + consoleStubs + consoleClock
}
