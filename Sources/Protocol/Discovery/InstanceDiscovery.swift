package import Entra
package import Formats

/// Instance discovery, which reports whether a host is a known authority, and the aliases of the host
/// (docs/reference/protocol.md#instance-discovery).
package enum InstanceDiscovery {
    /// Returns the response to `GET /common/discovery/instance`. The server's own host is known, with and without its port.
    ///
    /// Throws AADSTS900144 for a missing parameter, AADSTS90100 for an unknown `api-version`, AADSTS50050 for an authority that is
    /// no absolute URL, and AADSTS50049 (`invalid_instance`) for an unknown host.
    package static func response(query: Form, origin: Origin) throws(EntraError) -> [UInt8] {
        guard let endpoint = query[Parameter.authorizationEndpoint], !endpoint.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: Parameter.authorizationEndpoint])
        }
        guard let version = query[Parameter.apiVersion], !version.isEmpty else {
            throw EntraError(.missingParameter, [.parameter: Parameter.apiVersion])
        }
        guard version == "1.0" || version == "1.1" else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.apiVersion])
        }
        guard endpoint.containsExactly("://") else { throw EntraError(.malformedDiscoveryRequest) }
        guard let requested = AuthorizationEndpoint(parsing: endpoint) else { throw EntraError(.unknownInstance) }
        let isOwn = requested.origin.host.isExactly(origin.host)
        guard isOwn || CloudInstance.isKnown(host: requested.origin.host) else { throw EntraError(.unknownInstance) }
        let target = isOwn ? origin : requested.origin
        return JSONWriter.object { json in
            json.field("tenant_discovery_endpoint", "\(target)/\(requested.tenant)\(requested.discoveryPath)")
            json.field(Parameter.apiVersion, version)
            guard version == "1.1" else { return }
            json.array("metadata") { metadata in
                for cloud in CloudInstance.all { metadata.objectElement { write(cloud, to: &$0) } }
                let isListed = CloudInstance.isKnown(host: origin.host) || origin.cloud != nil
                if !isListed { metadata.objectElement { write(own(origin), to: &$0) } }
            }
        }
    }

    private static func own(_ origin: Origin) -> CloudInstance {
        let names = origin.port == nil ? [origin.host] : [origin.authority, origin.host]
        return CloudInstance(preferredNetwork: origin.authority, preferredCache: origin.authority, aliases: names)
    }

    private static func write(_ cloud: CloudInstance, to json: inout JSONWriter) {
        json.field("preferred_network", cloud.preferredNetwork)
        json.field("preferred_cache", cloud.preferredCache)
        json.field("aliases", cloud.aliases)
    }
}

/// The parsed URL `https://{host}/{tenant}/oauth2[/v2.0]/authorize`.
private struct AuthorizationEndpoint {
    let origin: Origin
    /// The tenant segment, still percent-encoded.
    let tenant: String
    let isV2: Bool

    init?(parsing url: String) {
        let scheme = "https://"
        guard url.utf8.count <= 2_048, url.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) else { return nil }
        let parts = url.utf8.dropFirst(scheme.utf8.count).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[1].isEmpty,
            parts[1].allSatisfy({ ASCII.isUnreserved($0) || $0 == UInt8(ascii: "%") }),
            let origin = Origin(scheme: "https", authority: String(decoding: parts[0], as: UTF8.self))
        else { return nil }
        self.origin = origin
        tenant = String(decoding: parts[1], as: UTF8.self)
        isV2 = parts.contains { $0.elementsEqual("v2.0".utf8) }
    }

    var discoveryPath: String {
        (isV2 ? "/v2.0" : "") + "/.well-known/openid-configuration"
    }
}
