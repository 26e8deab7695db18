import Control
import Entra
import HTTP

/// A page's form may only be posted by our own page. Browsers say where a post comes from; our pages send no referrer, so their
/// own posts carry `Origin: null` beside `Sec-Fetch-Site: same-origin`.
enum ForeignForm {
    /// Throws AADSTS165000 (403) where a browser says that another site posted the form. Applications post protocol requests
    /// from anywhere: call this only where the body has fields of our pages.
    static func refuse(_ context: RequestContext) throws(EntraError) {
        guard context.request.method == "POST",
            RequestSource.isForeign(context.request.headers, to: context.origin, allowsNullOrigin: true)
        else { return }
        throw EntraError(.stateCookieMissing, status: 403, detail: "The form came from another site.")
    }
}
