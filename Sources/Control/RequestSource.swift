package import Entra
package import HTTP
import Wire

/// Which site a request came from, as browsers tell it (Fetch Metadata; RFC 6454). Other clients say nothing.
package enum RequestSource {
    /// Whether a browser says that a page of another site sent the request. `Sec-Fetch-Site` is believed before `Origin`, but
    /// `none` says only that a person began it; browsers leave it out towards hosts that are not trustworthy, as plain http on
    /// other names than localhost (Fetch Metadata §2.4, Secure Contexts §3.1). `Origin: null` comes from pages without
    /// referrer, ours among them, where `allowsNullOrigin`.
    package static func isForeign(_ headers: HeaderList, to own: Origin, allowsNullOrigin: Bool) -> Bool {
        let site = headers["Sec-Fetch-Site"] ?? "none"
        guard site == "none" else { return site != "same-origin" }
        guard let origin = headers["Origin"] else { return false }
        if origin.isExactly("null") { return !allowsNullOrigin }
        return !origin.isExactlyIgnoringASCIICase(own.description)
    }

    /// Whether a browser says that a person goes to the page by a link or an address: nothing of another site sees the answer,
    /// and nothing is changed by it (Fetch Metadata §2.1, §2.2).
    package static func isVisit(_ request: HTTPRequest) -> Bool {
        request.method == "GET" && request.headers["Sec-Fetch-Mode"] == "navigate"
            && request.headers["Sec-Fetch-Dest"] == "document"
    }
}
