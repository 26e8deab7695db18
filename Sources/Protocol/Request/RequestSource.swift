package import Entra
import Formats
package import HTTP

/// The site that a request came from, as browsers report it (Fetch Metadata; RFC 6454). Other clients send no such headers.
package enum RequestSource {
    /// Returns whether a browser reports that a page of another site sent the request. `Sec-Fetch-Site` takes precedence over
    /// `Origin`, except the value `none`, which only means that a person started the request. Browsers omit `Sec-Fetch-Site` for
    /// hosts that are not trustworthy, such as plain HTTP on names other than localhost (Fetch Metadata §2.4, Secure Contexts
    /// §3.1). `Origin: null` comes from pages without a referrer, which include this server's own pages; `allowsNullOrigin` accepts
    /// the value.
    package static func isForeign(_ headers: HeaderList, to own: Origin, allowsNullOrigin: Bool) -> Bool {
        let site = headers["Sec-Fetch-Site"] ?? "none"
        guard site == "none" else { return site != "same-origin" }
        guard let origin = headers["Origin"] else { return false }
        if origin.isExactly("null") { return !allowsNullOrigin }
        return !origin.isExactlyIgnoringASCIICase(own.description)
    }

    /// Returns whether a browser reports that a person opens the page by a link or an address. No page of another site sees the
    /// response, and the request changes nothing (Fetch Metadata §2.1, §2.2).
    package static func isVisit(_ request: HTTPRequest) -> Bool {
        request.method == "GET" && request.headers["Sec-Fetch-Mode"] == "navigate"
            && request.headers["Sec-Fetch-Dest"] == "document"
    }

    /// The parts of `User-Agent` and `Sec-CH-UA` that name a browser without a window, such as `HeadlessChrome/140.0.0.0`, and the
    /// browser of Cypress. Other drivers send the same headers as the browser itself; `PageHelpScript` detects those drivers.
    private static let programs = ["Headless", "Cypress/"]

    /// Returns whether a browser reports that a window shows the page, and no program is known to drive the browser.
    static func isPersonsVisit(_ request: HTTPRequest) -> Bool {
        request.headers["Sec-Fetch-Mode"] == "navigate" && request.headers["Sec-Fetch-Dest"] == "document"
            && ["User-Agent", "Sec-CH-UA"].allSatisfy { name in
                !programs.contains { request.headers[name]?.containsExactly($0) ?? false }
            }
    }
}

/// Rejects forms that another site posted (CSRF): only our own pages may post their forms. Browsers report the origin of a post.
/// Our pages send no referrer, so their posts have `Origin: null` with `Sec-Fetch-Site: same-origin`, or `Origin: null` alone on
/// plain HTTP with a name other than localhost. The sandboxed frame of any site posts with `Origin: null` too, so such a post must
/// have a value that only our page could supply.
enum CrossSiteFormCheck {
    /// Throws AADSTS165000 (403) if a browser reports that another site posted the form. Applications post protocol requests from
    /// anywhere, so call this function only if the body has fields of our pages. A one-shot post of another site has no
    /// `flowToken`, so `Origin: null` requires one.
    static func reject(_ context: RequestContext, _ body: Form) throws(EntraError) {
        try reject(context, allowsNullOrigin: body[PageField.flowToken] != nil)
    }

    /// Throws AADSTS165000 (403) under the same condition, for pages that recognize their own posts in another way.
    static func reject(_ context: RequestContext, allowsNullOrigin: Bool) throws(EntraError) {
        guard context.request.method == "POST",
            RequestSource.isForeign(context.request.headers, to: context.origin, allowsNullOrigin: allowsNullOrigin)
        else { return }
        throw EntraError(.stateCookieMissing, status: 403, detail: "The form was submitted from another site.")
    }
}
