import Control
import Entra
import HTTP
import Wire

/// A page's form may only be posted by our own page. Browsers say where a post comes from; our pages send no referrer, so their
/// own posts carry `Origin: null` beside `Sec-Fetch-Site: same-origin`, or alone towards plain http on other names than
/// localhost. The sandboxed frame of any site posts so too: such a post must hold what only our page could have given it.
enum ForeignForm {
    /// Throws AADSTS165000 (403) where a browser says that another site posted the form. Applications post protocol requests
    /// from anywhere: call this only where the body has fields of our pages. A one-shot post has no `flowToken`.
    static func refuse(_ context: RequestContext, _ body: Form) throws(EntraError) {
        try refuse(context, allowsNullOrigin: body[PageField.flowToken] != nil)
    }

    /// The same for pages that tell their own posts in another way.
    static func refuse(_ context: RequestContext, allowsNullOrigin: Bool) throws(EntraError) {
        guard context.request.method == "POST",
            RequestSource.isForeign(context.request.headers, to: context.origin, allowsNullOrigin: allowsNullOrigin)
        else { return }
        throw EntraError(.stateCookieMissing, status: 403, detail: "The form was submitted from another site.")
    }
}
