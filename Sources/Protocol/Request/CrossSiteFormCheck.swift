import Entra
import Formats
import HTTP

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
