package import Entra
import Formats

/// The metadata of a security token service (WS-MetadataExchange, WSDL 1.1, WS-SecurityPolicy). The document describes the
/// endpoints that accept a username and password over TLS, for both versions of WS-Trust. Clients follow the path from a port
/// to its policy.
package enum MetadataExchange {
    /// Returns the document. `address` returns the endpoint of a version; clients accept only https addresses.
    package static func document(_ address: (WSTrustVersion) -> String) -> [UInt8] {
        let versions = WSTrustVersion.allCases.reversed()
        return Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <wsdl:definitions name="SecurityTokenService" targetNamespace="\(service)"
              xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
              xmlns:tns="\(service)" xmlns:wsa10="\(SOAPNamespace.addressing)" xmlns:wsp="\(SOAPNamespace.policy)"
              xmlns:wsu="\(SOAPNamespace.utility)">
            \(versions.map(policy).joined())\
            \(versions.map(binding).joined())\
              <wsdl:service name="SecurityTokenService">
            \(versions.map { port($0, address($0)) }.joined())\
              </wsdl:service>
            </wsdl:definitions>

            """.utf8)
    }

    private static let service = "http://schemas.microsoft.com/ws/2008/06/identity/securitytokenservice"

    private static func bindingName(_ version: WSTrustVersion) -> String {
        switch version {
        case .v13: "UserNameWSTrustBinding_IWSTrust13Async"
        case .v2005: "UserNameWSTrustBinding_IWSTrustFeb2005Async"
        }
    }

    /// Returns the namespace and the name of the policy assertion that contains the username token.
    private static func securityPolicy(_ version: WSTrustVersion) -> (namespace: String, tokens: String) {
        switch version {
        case .v13:
            ("http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702", "SignedEncryptedSupportingTokens")
        case .v2005: ("http://schemas.xmlsoap.org/ws/2005/07/securitypolicy", "SignedSupportingTokens")
        }
    }

    private static func policy(_ version: WSTrustVersion) -> String {
        let (namespace, tokens) = securityPolicy(version)
        return """
              <wsp:Policy wsu:Id="\(bindingName(version))_policy" xmlns:sp="\(namespace)">
                <wsp:ExactlyOne>
                  <wsp:All>
                    <sp:TransportBinding>
                      <wsp:Policy>
                        <sp:TransportToken>
                          <wsp:Policy><sp:HttpsToken RequireClientCertificate="false"/></wsp:Policy>
                        </sp:TransportToken>
                        <sp:AlgorithmSuite><wsp:Policy><sp:Basic256/></wsp:Policy></sp:AlgorithmSuite>
                        <sp:Layout><wsp:Policy><sp:Strict/></wsp:Policy></sp:Layout>
                        <sp:IncludeTimestamp/>
                      </wsp:Policy>
                    </sp:TransportBinding>
                    <sp:\(tokens)>
                      <wsp:Policy>
                        <sp:UsernameToken sp:IncludeToken="\(namespace)/IncludeToken/AlwaysToRecipient">
                          <wsp:Policy><sp:WssUsernameToken10/></wsp:Policy>
                        </sp:UsernameToken>
                      </wsp:Policy>
                    </sp:\(tokens)>
                  </wsp:All>
                </wsp:ExactlyOne>
              </wsp:Policy>

            """
    }

    private static func binding(_ version: WSTrustVersion) -> String {
        """
          <wsdl:binding name="\(bindingName(version))" type="tns:IWSTrust">
            <wsp:PolicyReference URI="#\(bindingName(version))_policy"/>
            <soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
            <wsdl:operation name="Issue">
              <soap12:operation soapAction="\(version.issueAction)" style="document"/>
              <wsdl:input><soap12:body use="literal"/></wsdl:input>
              <wsdl:output><soap12:body use="literal"/></wsdl:output>
            </wsdl:operation>
          </wsdl:binding>

        """
    }

    private static func port(_ version: WSTrustVersion, _ address: String) -> String {
        let address = XMLText.escaped(address)
        return """
                <wsdl:port name="\(bindingName(version))" binding="tns:\(bindingName(version))">
                  <soap12:address location="\(address)"/>
                  <wsa10:EndpointReference><wsa10:Address>\(address)</wsa10:Address></wsa10:EndpointReference>
                </wsdl:port>

            """
    }
}
