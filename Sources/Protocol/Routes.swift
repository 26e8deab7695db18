package import HTTP

/// Every URL that Entra ID has too. Each feature lists its rows in its own folder. Paths match in any letter case, as in Entra ID.
package enum ProtocolRoutes {
    package static let all: [Route<Endpoint>] =
        discovery + authorize + pushNotification + token + managedIdentity + federation + adfs + deviceCode
        + adminConsent + logout
        + userInfo + azureADGraph + resourceManager + portalConsent + b2c + nativeAuthentication + interaction
}
