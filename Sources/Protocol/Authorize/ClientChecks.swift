import Directory
import Entra
import Formats
import Store

/// The checks of an interactive request up to its redirect URI.
enum ClientChecks {
    /// Throws AADSTS9000411 for a repeated parameter, wherever the copies are.
    static func repeatedParameters(_ request: inout InteractiveRequest) throws(EntraError) {
        var all = request.received.query
        all.append(contentsOf: request.received.body)
        try all.rejectRepeated()
    }

    /// Resolves the authority. Throws the errors of `Authority`.
    static func tenant(_ request: inout InteractiveRequest) throws(EntraError) {
        switch request.endpoint {
        case .deviceLogin:
            request.found.devicePage = try DeviceLoginAddressing(request.received.address, request.services)
        case .authorizeV1, .authorizeV2, .authorizeB2C:
            let authority = try Authority(request.received.address, directory: request.services.directory)
            request.found.authority = authority
            if authority.userFlow != nil { request.endpoint = .authorizeB2C }
        case .adminConsentV1, .adminConsentV2:
            let authority = try Authority(request.received.address, directory: request.services.directory)
            request.found.authority = AdminConsentFlow.authority(authority, at: request.received.endpoint)
        }
    }

    /// Finds the client. Throws the errors of `ClientLookup`. A device's client is the client of the device authorization, at the
    /// authority of that request.
    static func client(_ request: inout InteractiveRequest) throws(EntraError) {
        let directory = request.services.directory
        if let authorization = request.found.authorization {
            request.found.authority = try Authority(segment: authorization.authority, directory: directory)
        }
        let id = request.found.authorization?.client.description ?? request.received[Parameter.clientID]
        request.found.client = try ClientLookup.client(id, at: try request.authority, in: directory)
    }

    /// Matches the redirect URI. Throws the errors of `NestedApplication.redirectTarget(_:of:brokerID:allowsFurtherSegments:)`, and
    /// AADSTS7000471 for a redirect URI of a nested application without a broker. The documentation sends such a URI to the
    /// version 2 admin consent endpoint.
    static func redirectURI(_ request: inout InteractiveRequest) throws(EntraError) {
        let brokerID = request.received[Parameter.brokerClientID]
        let target = try NestedApplication.redirectTarget(
            request.received.redirectURI, of: try request.client, brokerID: brokerID,
            allowsFurtherSegments: request.endpoint == .adminConsentV1)
        let hasBroker = brokerID != nil || request.received[Parameter.brokerRedirectURI] != nil
        guard hasBroker || !target.isOfNestedApplication || request.endpoint == .adminConsentV2 else {
            throw EntraError(.brokerSchemeReserved)
        }
        request.found.redirectTarget = target
    }
}

extension NestedApplication {
    /// Checks the broker. Throws the errors of `check(brokerID:brokerRedirectURI:at:in:)`, and AADSTS700046 for a redirect URI that
    /// is not one of a nested application.
    static func checkBroker(_ request: inout InteractiveRequest) throws(EntraError) {
        let brokerID = request.received[Parameter.brokerClientID]
        try check(
            brokerID: brokerID, brokerRedirectURI: request.received[Parameter.brokerRedirectURI],
            at: try request.authority, in: request.services.directory)
        try checkScheme(of: try request.redirectTarget, brokerID: brokerID)
    }
}
