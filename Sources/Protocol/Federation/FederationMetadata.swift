import Crypto
import Directory
package import Entra
import Formats

/// The federation metadata of the on-premises service, `/FederationMetadata/2007-06/FederationMetadata.xml`. The document is not
/// signed (docs/reference/protocol.md#adfs-metadata).
package enum FederationMetadata {
    /// Returns the document. Throws AADSTS90002 without a domain that the stand-in serves, and AADSTS50000 if OpenSSL fails.
    package static func document(services: Services) throws(EntraError) -> [UInt8] {
        let tenant = try Authority(segment: "adfs", directory: services.directory).tenant
        let origin = services.origin
        let tokenKeys = try services.signingKeys(of: tenant).published
        let assertionKeys: [SigningKey]
        do {
            assertionKeys = [try services.keys.identityProvider.get().current]
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
        let keys = (tokenKeys + assertionKeys).flatMap(\.jwk.x5c).map(keyDescriptor).joined()
        return Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(origin.accessTokenIssuerADFS)">
              <RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="\(federation)" \
            xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="\(federation)">
            \(keys)\
                <fed:SecurityTokenServiceEndpoint>\(reference(FederationAddresses.standIn(.v2005, at: origin)))\
            </fed:SecurityTokenServiceEndpoint>
                <fed:PassiveRequestorEndpoint>\(reference("\(origin.canonical)/adfs/ls/"))\
            </fed:PassiveRequestorEndpoint>
              </RoleDescriptor>
            </EntityDescriptor>

            """.utf8)
    }

    private static let federation = "http://docs.oasis-open.org/wsfed/federation/200706"

    private static func keyDescriptor(_ certificate: String) -> String {
        """
            <KeyDescriptor use="signing">
              <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">\
        <X509Data><X509Certificate>\(certificate)</X509Certificate></X509Data></KeyInfo>
            </KeyDescriptor>

        """
    }

    private static func reference(_ address: String) -> String {
        """
        <EndpointReference xmlns="\(SOAPNamespace.addressing)"><Address>\(XMLText.escaped(address))</Address>\
        </EndpointReference>
        """
    }
}

/// The userinfo endpoint of the on-premises service.
package enum ADFSUserInfo {
    /// Returns the subject of the user. Throws an error with status 401 for a token that is missing, not valid or not for this
    /// endpoint.
    package static func response(authorization: String?, services: Services) throws(GraphError) -> [UInt8] {
        let token = try SelfIssuedAccessToken(bearer: authorization, services: services)
        guard token.audience.isExactly(OnPremisesAudience.userInfo) else {
            throw .invalidToken("Access token validation failure. Invalid audience.")
        }
        let user = try token.user(services)
        return JSONWriter.object { json in
            json.field("sub", TokenMinter(services).pairwiseSubject(user, in: token.tenant, for: token.client))
        }
    }
}
