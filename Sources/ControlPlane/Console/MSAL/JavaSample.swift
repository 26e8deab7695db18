import Formats
import Protocol

/// The sample for MSAL for Java.
enum JavaSample {
    private static let literal = StringLiteral.java

    static func make(_ target: MSALTarget) -> MSALView.Sample {
        MSALView.Sample(
            title: "MSAL for Java",
            blocks: [
                CodeBlock("Java", target.isPublic ? publicClient(target) : confidentialClient(target)),
                CodeBlock(
                    "Trust the CA",
                    """
                    \(target.fetchCertificate)
                    keytool -importcert -noprompt -alias understudy -file understudy-ca.pem \\
                      -keystore understudy.p12 -storetype PKCS12 -storepass changeit
                    export JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=understudy.p12 \\
                      -Djavax.net.ssl.trustStorePassword=changeit"
                    """),
            ], notes: target.platformNotes)
    }

    private static func authority(_ target: MSALTarget) -> String {
        target.isB2C
            ? ".b2cAuthority(\(literal.quoted(target.ownAuthority + "/")))"
            : ".authority(\(literal.quoted(target.ownAuthority + "/")))\n    .validateAuthority(false)"
    }

    private static func publicClient(_ target: MSALTarget) -> String {
        """
        import com.microsoft.aad.msal4j.*;
        import java.net.URI;
        import java.util.Set;

        PublicClientApplication application = PublicClientApplication.builder(\(literal.quoted(target.clientID)))
            \(authority(target))
            .instanceDiscovery(false)
            .build();
        IAuthenticationResult result = application.acquireToken(
            InteractiveRequestParameters.builder(new URI("http://localhost"))
                .scopes(Set.of(\(literal.quoted(target.scopes))))
                .build()).get();
        """
    }

    private static func confidentialClient(_ target: MSALTarget) -> String {
        """
        import com.microsoft.aad.msal4j.*;
        import java.util.Set;

        ConfidentialClientApplication application = ConfidentialClientApplication.builder(
                \(literal.quoted(target.clientID)), ClientCredentialFactory.createFromSecret(\(literal.quoted(target.secret ?? ""))))
            \(authority(target))
            .instanceDiscovery(false)
            .build();
        IAuthenticationResult result = application.acquireToken(
            ClientCredentialParameters.builder(Set.of(\(literal.quoted(target.applicationScope)))).build()).get();
        """
    }
}
