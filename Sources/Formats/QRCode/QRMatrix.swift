/// The modules of a QR code: the function patterns, the codewords and the mask.
struct QRMatrix {
    let size: Int
    private(set) var modules: [Bool]
    /// Whether a module belongs to a function pattern, which codewords and masks leave alone.
    private var isFunction: [Bool]
    private let version: Int
    private let levelBits: Int

    init(_ version: Int, _ levelBits: Int, codewords: [UInt8], mask: Int?) {
        self.version = version
        self.levelBits = levelBits
        size = version * 4 + 17
        modules = Array(repeating: false, count: size * size)
        isFunction = modules
        drawFunctionPatterns()
        draw(codewords)
        let candidates = (mask.map { $0...$0 } ?? 0...7).map { masked(with: $0) }
        if let best = candidates.min(by: { $0.penalty < $1.penalty }) { modules = best.modules }
    }

    /// Returns the number of codewords, for data and for error correction together.
    static func codewords(_ version: Int) -> Int {
        var bits = (16 * version + 128) * version + 64
        if version >= 2 {
            let count = version / 7 + 2
            bits -= (25 * count - 10) * count - 55
        }
        if version >= 7 { bits -= 36 }
        return bits / 8
    }

    private subscript(x: Int, y: Int) -> Bool { modules[y * size + x] }

    private mutating func setFunction(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        modules[y * size + x] = isDark
        isFunction[y * size + x] = true
    }

    private mutating func drawFunctionPatterns() {
        for index in 0..<size {
            setFunction(6, index, index.isMultiple(of: 2))
            setFunction(index, 6, index.isMultiple(of: 2))
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawSquares(around: x, y, radius: 4) { $0 != 2 && $0 != 4 }
        }
        let positions = alignmentPositions
        for x in positions {
            for y in positions where !(x == 6 && y == 6 || x == 6 && y == size - 7 || x == size - 7 && y == 6) {
                drawSquares(around: x, y, radius: 2) { $0 != 1 }
            }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    /// Draws concentric squares. `isDark` decides by the distance from the center.
    private mutating func drawSquares(around x: Int, _ y: Int, radius: Int, _ isDark: (Int) -> Bool) {
        for dy in -radius...radius {
            for dx in -radius...radius { setFunction(x + dx, y + dy, isDark(Int(max(dx.magnitude, dy.magnitude)))) }
        }
    }

    /// The coordinates of the centers of the alignment patterns.
    private var alignmentPositions: [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }
    }

    /// Draws both copies of the format information: the level and the mask with their error correction.
    private mutating func drawFormat(mask: Int) {
        let data = levelBits << 3 | mask
        let bits = (data << 10 | QRMatrix.remainder(data, degree: 10, divisor: 0x537)) ^ 0x5412
        let isDark = { (index: Int) in bits >> index & 1 == 1 }
        for index in 0...5 { setFunction(8, index, isDark(index)) }
        setFunction(8, 7, isDark(6))
        setFunction(8, 8, isDark(7))
        setFunction(7, 8, isDark(8))
        for index in 9..<15 { setFunction(14 - index, 8, isDark(index)) }
        for index in 0..<8 { setFunction(size - 1 - index, 8, isDark(index)) }
        for index in 8..<15 { setFunction(8, size - 15 + index, isDark(index)) }
        setFunction(8, size - 8, true)
    }

    /// Draws both copies of the version, which codes from version 7 on have.
    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = version << 12 | QRMatrix.remainder(version, degree: 12, divisor: 0x1F25)
        for index in 0..<18 {
            let (far, near) = (size - 11 + index % 3, index / 3)
            setFunction(far, near, bits >> index & 1 == 1)
            setFunction(near, far, bits >> index & 1 == 1)
        }
    }

    /// Returns the remainder of the value, shifted by the degree, in a division of binary polynomials.
    private static func remainder(_ value: Int, degree: Int, divisor: Int) -> Int {
        (0..<degree).reduce(value) { rest, _ in rest << 1 ^ (rest >> (degree - 1) * divisor) }
    }

    /// Draws the codewords in pairs of columns from the right, alternately upward and downward.
    private mutating func draw(_ codewords: [UInt8]) {
        var bit = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let y = (right + 1) & 2 == 0 ? size - 1 - step : step
                for x in [right, right - 1] where !isFunction[y * size + x] && bit < codewords.count * 8 {
                    modules[y * size + x] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            right -= 2
        }
    }

    private func masked(with mask: Int) -> QRMatrix {
        var result = self
        for y in 0..<size {
            for x in 0..<size where !isFunction[y * size + x] && QRMatrix.inverts(mask, x, y) {
                result.modules[y * size + x].toggle()
            }
        }
        result.drawFormat(mask: mask)
        return result
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// The penalty by which the mask is chosen: runs of five or more, squares of 2 × 2, patterns like a finder, and the share of
    /// dark modules.
    private var penalty: Int {
        var total = 0
        for line in 0..<size {
            total += QRMatrix.penalty((0..<size).map { self[$0, line] })
            total += QRMatrix.penalty((0..<size).map { self[line, $0] })
        }
        for y in 1..<size {
            for x in 1..<size
            where self[x, y] == self[x - 1, y] && self[x, y] == self[x, y - 1]
                && self[x, y] == self[x - 1, y - 1]
            {
                total += 3
            }
        }
        let dark = modules.count(where: \.self)
        return total + Int((dark * 20 - modules.count * 10).magnitude) / modules.count * 10
    }

    /// Returns the penalty of a row or a column: runs, and a finder's 1:1:3:1:1 with four light modules on one side.
    private static func penalty(_ line: [Bool]) -> Int {
        var total = 0
        var runs: [(isDark: Bool, length: Int)] = []
        for isDark in line {
            if runs.last?.isDark == isDark { runs[runs.count - 1].length += 1 } else { runs.append((isDark, 1)) }
        }
        for run in runs where run.length >= 5 { total += run.length - 2 }
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        for start in 0..<max(line.count - 10, 0) {
            let window = line[start..<start + 11]
            if window.elementsEqual(finder + light) || window.elementsEqual(light + finder) { total += 40 }
        }
        return total
    }
}
