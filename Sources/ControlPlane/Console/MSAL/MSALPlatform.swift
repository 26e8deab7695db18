import Entra
import Formats
import Protocol

/// The libraries for which the console has a sample to paste.
enum MSALPlatform: String, CaseIterable {
    case apple
    case javascript
    case python
    case dotnet
    case java
    case android

    var title: String {
        switch self {
        case .apple: "iOS and macOS"
        case .javascript: "JavaScript"
        case .python: "Python"
        case .dotnet: ".NET"
        case .java: "Java"
        case .android: "Android"
        }
    }

    func sample(_ target: MSALTarget) -> MSALView.Sample {
        switch self {
        case .apple: AppleSample.make(target)
        case .javascript: JavaScriptSample.make(target)
        case .python: PythonSample.make(target)
        case .dotnet: DotNetSample.make(target)
        case .java: JavaSample.make(target)
        case .android: AndroidSample.make(target)
        }
    }
}

extension MSALTarget {
    /// The command that fetches the CA certificate, which most samples use.
    var fetchCertificate: String { "curl -s \(certificateAuthority).pem -o understudy-ca.pem" }

    /// The note for a server without HTTPS.
    var httpsNote: [String] {
        origin.isSecure
            ? []
            : ["The server has no HTTPS port. MSAL libraries require HTTPS, except MSAL for Node with some settings."]
    }
}

extension MSALTarget {
    /// The note on access tokens for further APIs.
    var furtherScopesNote: [String] {
        furtherScopes.isEmpty
            ? []
            : [
                "An access token is valid for one API. A request with the scopes of two APIs fails with AADSTS28000. Request "
                    + "a token for each other API silently, with its own scopes: "
                    + furtherScopes.map { "[\(StringLiteral.json.quoted($0))]" }.joined(separator: ", then ") + "."
            ]
    }

    /// The note for libraries that open a browser and listen at `http://localhost`.
    var loopbackNote: [String] {
        takesLoopback
            ? []
            : [
                "The application has no redirect URI for this library. Register http://localhost as publicClient, which "
                    + "matches every port."
            ]
    }

    /// The notes of a sample that signs in a user, or the application itself if the application has a secret.
    var platformNotes: [String] { httpsNote + (isPublic ? loopbackNote + furtherScopesNote : []) }
}
