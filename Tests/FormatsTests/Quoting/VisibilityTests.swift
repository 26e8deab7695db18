import Formats
import TestTags
import Testing

struct VisibilityTests {
    /// The standard library's segmentation decides which scalars form one character with a preceding quote.
    @Test(.tags(.slow)) func onlyMarksJoinPrecedingQuote() {
        let unexpected = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
            let joins = String(String.UnicodeScalarView(["\"", scalar])).count == 1
            return joins && !scalar.isMark && !scalar.isHidden
        }
        #expect(unexpected.isEmpty, "\(unexpected.prefix(20).map(\.value))")
    }

    @Test(
        arguments: [
            0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x180B...0x180E, 0x200B...0x200F,
            0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFDD0...0xFDEF, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
            0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0x1D173...0x1D17A, 0xE0000...0xE0FFF, 0x10FFFE...0x10FFFF,
        ] as [ClosedRange<UInt32>])
    func invisibleScalarsAreHidden(range: ClosedRange<UInt32>) {
        for value in range { #expect(Unicode.Scalar(value)?.isHidden == true, "\(value)") }
    }

    @Test func textOfEveryScriptIsVisible() {
        for scalar in " ~aé日本Łódź\u{A0}\u{E000}\u{FFFD}👩€אبҐ".unicodeScalars {
            #expect(!scalar.isHidden && !scalar.isMark, "\(scalar)")
        }
    }
}
