/// The service whose page a page stands in for. UI automation finds other elements on the pages of each service
/// (docs/reference/interface.md#pages-of-other-services).
package enum PageDesign: Sendable, Equatable {
    /// The pages of login.microsoftonline.com, for work and school accounts.
    case work
    /// The pages of Active Directory Federation Services.
    case federationService
}
