import Formats

/// Functions that read certificates from PEM text (RFC 7468).
enum PEMCertificate {
    /// Returns the PEM blocks of the text without the text around them, which may be anything. The blocks are written into an
    /// export.
    static func blocks(in text: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        var isInside = false
        for line in text.split(whereSeparator: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            isInside = isInside || line.starts(with: "-----BEGIN ".utf8)
            if isInside { blocks += line + [ASCII.lineFeed] }
            if line.starts(with: "-----END ".utf8) { isInside = false }
        }
        return blocks
    }

    /// Returns the first certificate in the text in DER, or nil. Keys and other text are ignored.
    static func first(in text: [UInt8]) -> [UInt8]? {
        var body: [UInt8]?
        for line in text.split(whereSeparator: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            if line.starts(with: "-----BEGIN CERTIFICATE-----".utf8) {
                body = []
            } else if line.starts(with: "-----END CERTIFICATE-----".utf8), let body {
                let der = Base64.decodeStandard(body)
                return der?.first == 0x30 ? der : nil
            } else {
                body?.append(contentsOf: line.filter { $0 > ASCII.space })
            }
        }
        return nil
    }
}
