import Formats

extension FuzzTarget {
    /// An Info.plist.
    static let plist = FuzzTarget(name: "plist") { input in
        var limits = PropertyListLimits()
        limits.values = 5_000
        do throws(PropertyListError) {
            let value = try PropertyList.parse(input, limits: limits)
            require(depth(of: value) <= limits.depth + 1, "the depth is bounded")
        } catch {
            require(!error.message.isEmpty, "an error has a message")
            require((error.line ?? 1) >= 1, "lines count from 1")
        }
    }

    private static func depth(of value: PropertyList) -> Int {
        switch value {
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        case .dictionary(let entries): 1 + (entries.map { depth(of: $0.value) }.max() ?? 0)
        default: 1
        }
    }
}
