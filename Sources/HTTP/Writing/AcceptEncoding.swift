import Formats

/// Content negotiation for gzip, the only supported coding (RFC 9110 §12.5.3).
enum AcceptEncoding {
    /// Whether the client accepts gzip and does not prefer the plain form.
    static func admitsGzip(_ headers: HeaderList) -> Bool {
        var gzip: Int?
        var any: Int?
        var identity: Int?
        for entry in headers.entries where headers.isNamed(entry, "Accept-Encoding") {
            for item in headers.lines[entry.value].split(separator: UInt8(ascii: ",")) {
                let parts = item.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                guard let coding = parts.first?.trimmed else { continue }
                let quality = parts.count > 1 ? weight(parts[1].trimmed) : 1000
                if isNamed(coding, "gzip") || isNamed(coding, "x-gzip") {
                    gzip = quality
                } else if isNamed(coding, "*") {
                    any = quality
                } else if isNamed(coding, "identity") {
                    identity = quality
                }
            }
        }
        guard let quality = gzip ?? any, quality > 0 else { return false }
        return quality >= identity ?? 0
    }

    /// Returns the weight `q=0.5` in thousandths, or 0 for a malformed weight, which rejects the coding.
    private static func weight(_ parameter: ArraySlice<UInt8>) -> Int {
        let bytes = Array(parameter)
        guard bytes.count >= 3, bytes.count <= 7, bytes[0] | 0x20 == UInt8(ascii: "q"), bytes[1] == UInt8(ascii: "="),
            ASCII.isDigit(bytes[2]), bytes.count == 3 || bytes[3] == UInt8(ascii: ".")
        else { return 0 }
        let fraction = bytes.dropFirst(4)
        guard let thousandths = ASCII.decimal(fraction + repeatElement(UInt8(ascii: "0"), count: 3 - fraction.count))
        else { return 0 }
        return min(Int(bytes[2] &- 0x30) * 1000 + thousandths, 1000)
    }

    private static func isNamed(_ bytes: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        bytes.span.isExactlyIgnoringASCIICase(name)
    }
}
