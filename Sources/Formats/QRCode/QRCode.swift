/// A QR code of versions 1 to 10 in byte mode (ISO/IEC 18004).
package struct QRCode: Sendable, Equatable {
    /// The level of error correction, with the number of codewords for error correction per block and the number of blocks, by
    /// version.
    package enum Level: Int, Sendable, CaseIterable {
        // The raw values are the bits of the format information.
        case medium = 0
        case low = 1
        case high = 2
        case quartile = 3

        fileprivate var blocks: [(correction: Int, count: Int)] {
            switch self {
            case .low:
                [(7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2), (30, 2), (18, 4)]
            case .medium:
                [(10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5)]
            case .quartile:
                [(13, 1), (22, 1), (18, 2), (26, 2), (18, 4), (24, 4), (18, 6), (22, 6), (20, 8), (24, 8)]
            case .high:
                [(17, 1), (28, 1), (22, 2), (16, 4), (22, 4), (28, 4), (26, 5), (26, 6), (24, 8), (28, 8)]
            }
        }
    }

    package let version: Int
    /// The number of modules on each side, without the quiet zone.
    package let size: Int
    /// The modules row by row. A dark module is true.
    private let modules: [Bool]

    /// Creates the code of the smallest version that holds the bytes. `mask` is a mask from 0 to 7, or nil for the mask with the
    /// lowest penalty. Returns nil if the bytes do not fit into version 10.
    package init?(_ bytes: [UInt8], level: Level = .medium, mask: Int? = nil) {
        let versions = level.blocks.enumerated().map { (number: $0.offset + 1, blocks: $0.element) }
        guard let version = versions.first(where: { QRCode.capacity($0.number, $0.blocks) >= bytes.count }) else {
            return nil
        }
        let length = QRMatrix.codewords(version.number) - version.blocks.correction * version.blocks.count
        let data = QRCode.data(bytes, version.number, length: length)
        let codewords = QRCode.interleaved(data, version.blocks, total: QRMatrix.codewords(version.number))
        let matrix = QRMatrix(version.number, level.rawValue, codewords: codewords, mask: mask)
        self.version = version.number
        size = matrix.size
        modules = matrix.modules
    }

    /// Whether the module is dark. Modules outside the code are light.
    package subscript(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }

    /// The dark modules as the path of an SVG image with one unit per module: a rectangle for each horizontal run.
    package var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while self[x, y] { x += 1 }
                if x > start { path += "M\(start) \(y)h\(x - start)v1H\(start)z" }
                x += 1
            }
        }
        return path
    }

    /// Returns the number of bytes that a version holds: the data codewords without the mode, the length and half a byte.
    private static func capacity(_ version: Int, _ blocks: (correction: Int, count: Int)) -> Int {
        QRMatrix.codewords(version) - blocks.correction * blocks.count - (version < 10 ? 2 : 3)
    }

    /// Returns the data codewords: the mode, the length, the bytes, a terminator and padding.
    private static func data(_ bytes: [UInt8], _ version: Int, length: Int) -> [UInt8] {
        var bits = BitList()
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: version < 10 ? 8 : 16)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        // The capacity leaves exactly half a byte, which is the terminator and completes the last byte.
        bits.append(0, count: 4)
        let padding: [UInt8] = (0..<max(length - bits.bytes.count, 0)).map { $0.isMultiple(of: 2) ? 0xEC : 0x11 }
        return bits.bytes + padding
    }

    /// Returns the codewords of all blocks with their error correction, in the order of the code. The last blocks may have one data
    /// codeword more than the first.
    private static func interleaved(
        _ data: [UInt8], _ blocks: (correction: Int, count: Int), total: Int
    ) -> [UInt8] {
        let short = data.count / blocks.count
        let longBlocks = data.count % blocks.count
        let divisor = ReedSolomon.divisor(degree: blocks.correction)
        var start = 0
        var parts: [(data: [UInt8], correction: [UInt8])] = []
        for index in 0..<blocks.count {
            let end = start + short + (index >= blocks.count - longBlocks ? 1 : 0)
            let part = Array(data[start..<end])
            parts.append((part, ReedSolomon.remainder(part, divisor)))
            start = end
        }
        var codewords: [UInt8] = []
        codewords.reserveCapacity(total)
        for index in 0...short {
            for part in parts where index < part.data.count { codewords.append(part.data[index]) }
        }
        for index in 0..<blocks.correction {
            for part in parts { codewords.append(part.correction[index]) }
        }
        return codewords
    }
}

/// A list of bits that is read as bytes, the most significant bit first.
private struct BitList {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ value: Int, count length: Int) {
        for bit in (0..<length).reversed() {
            if count.isMultiple(of: 8) { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> (count % 8) }
            count += 1
        }
    }
}

/// Reed–Solomon codes over GF(2⁸) with the polynomial x⁸ + x⁴ + x³ + x² + 1.
private enum ReedSolomon {
    /// Returns the coefficients of the generator polynomial without the leading 1, the highest power first.
    static func divisor(degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    /// Returns the remainder of the division, which is the codewords for error correction.
    static func remainder(_ data: [UInt8], _ divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result[0]
            for index in 0..<result.count {
                let next = index + 1 < result.count ? result[index + 1] : 0
                result[index] = next ^ product(divisor[index], factor)
            }
        }
        return result
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7 * 0x11D)
            result ^= (Int(right) >> bit & 1) * Int(left)
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
