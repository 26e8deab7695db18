import Entra
import Pages
import Wire

/// The libraries for which there is something to paste.
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
    /// The file that most of them are given.
    var fetchCertificate: String { "curl -s \(certificateAuthority).pem -o understudy-ca.pem" }

    /// Said where there is no HTTPS to come over.
    var httpsNote: [String] {
        origin.isSecure
            ? []
            : ["The server has no HTTPS port. MSAL libraries require HTTPS, except MSAL for Node with some settings."]
    }
}

extension MSALTarget {
    /// How users' tokens for the other APIs are come by.
    var furtherScopesNote: [String] {
        furtherScopes.isEmpty
            ? []
            : [
                "An access token is valid for one API. A request with the scopes of two APIs fails with AADSTS28000. Request "
                    + "a token for each other API silently, with its own scopes: "
                    + furtherScopes.map { "[\(StringLiteral.json.quoted($0))]" }.joined(separator: ", then ") + "."
            ]
    }

    /// Said of the libraries that open a browser and wait at `http://localhost`.
    var loopbackNote: [String] {
        takesLoopback
            ? []
            : [
                "The application has no redirect URI for this library. Register http://localhost as publicClient, which "
                    + "matches every port."
            ]
    }

    /// What to know of a sample that signs a user in, or the application itself where it has a secret.
    var ownNotes: [String] { httpsNote + (isPublic ? loopbackNote + furtherScopesNote : []) }
}
