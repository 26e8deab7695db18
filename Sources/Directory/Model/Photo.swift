import Formats

/// A photo of a user or group.
package struct Photo: Sendable, Equatable {
    /// The largest size of a photo, in bytes. The service admits 4 MB.
    package static let maximumBytes = 131_072
    /// The largest number of photos of a tenant's users and groups.
    package static let maximumCount = 500

    package let bytes: [UInt8]
    /// The media type by the first bytes.
    package let mediaType: String
    package let width: Int
    package let height: Int

    /// Creates the photo. Returns nil for bytes that are not the head of a JPEG or PNG image.
    package init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
            mediaType = "image/png"
            width = Photo.number(bytes[16..<20])
            height = Photo.number(bytes[20..<24])
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            mediaType = "image/jpeg"
            (width, height) = Photo.sizeOfJPEG(bytes) ?? (1, 1)
        } else {
            return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns width and height from the first frame header of a JPEG image.
    private static func sizeOfJPEG(_ bytes: [UInt8]) -> (Int, Int)? {
        var position = 2
        while position + 9 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return (
                    number(bytes[(position + 7)..<(position + 9)]), number(bytes[(position + 5)..<(position + 7)])
                )
            }
            position += 2 + max(2, number(bytes[(position + 2)..<(position + 4)]))
        }
        return nil
    }
}
