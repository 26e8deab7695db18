package import Formats

/// The values of an app's Info.plist that the identity SDKs read.
package struct InfoPlist: Sendable {
    package let bundleID: String
    /// All schemes of CFBundleURLTypes › CFBundleURLSchemes.
    package let urlSchemes: [String]
    /// Whether the file has CFBundleURLTypes, so that a new scheme goes into the existing list.
    package let hasURLTypes: Bool
    /// The schemes of LSApplicationQueriesSchemes. Empty if the key is missing.
    package let queriesSchemes: [String]
    package let isAppExtension: Bool

    /// The reason why a property list cannot be checked.
    package enum Failure: Error, Sendable, Equatable {
        /// The file is no Info.plist. The message continues the file's name.
        case malformed(String)
        /// The build determines the bundle ID, and no other source has it.
        case unknownBundleID
    }

    /// Reads an Info.plist. `bundleID` is the value that the build inserts for `$(PRODUCT_BUNDLE_IDENTIFIER)`. If the file has no
    /// literal bundle ID, the bundle ID is `orElse`, or else the one in a URL scheme of MSAL's form.
    ///
    /// Throws `malformed` for a value of a wrong type, and `unknownBundleID` if no source has the bundle ID.
    package init(_ root: PropertyList, bundleID given: String?, orElse guess: String? = nil) throws(Failure) {
        guard case .dictionary = root else { throw .malformed("the property list must be a dictionary") }
        let written = try InfoPlist.string(root["CFBundleIdentifier"], "CFBundleIdentifier")
        let schemes = try InfoPlist.schemes(root)
        let queries = try InfoPlist.strings(root["LSApplicationQueriesSchemes"], "LSApplicationQueriesSchemes")
        let told = schemes.filter { !InfoPlist.isVariable($0) }.lazy.compactMap { BundleID.told(by: "\($0)://auth") }
            .first
        let literal = written.flatMap { InfoPlist.isVariable($0) ? nil : $0 }
        guard let bundleID = given ?? literal ?? guess ?? told else { throw .unknownBundleID }
        self.bundleID = bundleID
        urlSchemes = schemes.map { InfoPlist.expanded($0, bundleID) }
        hasURLTypes = root["CFBundleURLTypes"] != nil
        queriesSchemes = queries
        isAppExtension = root["NSExtension"] != nil
    }

    /// Returns the URL schemes of all URL types.
    private static func schemes(_ root: PropertyList) throws(Failure) -> [String] {
        let types = try InfoPlist.array(root["CFBundleURLTypes"], "CFBundleURLTypes")
        var schemes: [String] = []
        for (position, type) in types.enumerated() {
            let path = "CFBundleURLTypes[\(position)]"
            guard case .dictionary = type else { throw .malformed("\(path) must be a dictionary") }
            schemes += try InfoPlist.strings(type["CFBundleURLSchemes"], "\(path).CFBundleURLSchemes")
        }
        return schemes
    }

    // MARK: Build variables

    private static let spellings = ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}"]

    /// Returns whether the text contains a build variable of any name. The build also decides `com.contoso.$(PRODUCT_NAME)`.
    private static func isVariable(_ text: String) -> Bool { text.containsExactly("$(") || text.containsExactly("${") }

    private static func expanded(_ text: String, _ bundleID: String) -> String {
        let spelling = spellings.first { text.containsExactly($0) }
        return spelling.map { text.replacingExactly($0, with: bundleID, atMost: 1) } ?? text
    }

    // MARK: Types

    private static func string(_ value: PropertyList?, _ path: String) throws(Failure) -> String? {
        guard let value else { return nil }
        guard let string = value.string else { throw .malformed("\(path) must be a string") }
        return string
    }

    private static func array(_ value: PropertyList?, _ path: String) throws(Failure) -> [PropertyList] {
        guard let value else { return [] }
        guard let array = value.array else { throw .malformed("\(path) must be an array") }
        return array
    }

    private static func strings(_ value: PropertyList?, _ path: String) throws(Failure) -> [String] {
        let values = try array(value, path)
        let strings = values.compactMap(\.string)
        guard strings.count == values.count else { throw .malformed("\(path) must contain only strings") }
        return strings
    }
}
