extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a number ≥ 0 in decimal digits.
    mutating func appendDecimal(_ number: Int) {
        let number = number.magnitude
        var scale: UInt = 1
        while number / scale >= 10 { scale *= 10 }
        while scale > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / scale % 10))
            scale /= 10
        }
    }
}
