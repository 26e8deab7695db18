import ControlPlane
import Entra
import Protocol
import Testing

/// Checks the host names under which the control plane answers.
@Suite struct TrustedHostsTests {
    @Test(
        "Only local, Microsoft and explicitly allowed host names reach the control plane",
        arguments: [
            ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.8.9.1", true), ("[::1]", true),
            ("192.168.1.20", true), ("understudy", true), ("host.docker.internal", true),
            ("login.microsoftonline.com", true), ("woodgrove.ciamlogin.com", true), ("x.b2clogin.com", true),
            ("graph.microsoft.com", true), ("graph.microsoft.us", true), ("microsoftgraph.chinacloudapi.cn", true),
            ("graph.microsoft.com.evil.example", false), ("x.graph.microsoft.com", false),
            ("id.example", true), ("a.test.example", true), ("entra.internal", true), ("localhost.", true),
            ("evil.example", false), ("test.example", false), ("xtest.example", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false), ("1.2.3.4.5", false), ("1.2.3.256", false),
            ("ciamlogin.com.evil.example", false),
            ("a.id.example", false),
            ("mtls.localhost", true), ("mtls.id.example", true), ("mtls.entra.internal", true),
            ("mtlsauth.microsoft.com", true), ("mtls.woodgrove.ciamlogin.com", true),
            ("mtls.evil", false), ("mtls.127.0.0.1", false), ("mtls.evil.example", false), ("mtls.[::1]", false),
        ])
    func admitsOnlyUnforgeableAndAllowedHosts(host: String, isAdmitted: Bool) {
        let hosts = TrustedHosts(
            allowed: ["ID.example", ".test.example"],
            publicOrigin: Origin(scheme: "https", host: "entra.internal", port: nil))
        #expect(hosts.admit(host) == isAdmitted)
    }
}
