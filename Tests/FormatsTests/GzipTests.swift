import CZlib
import Formats
import Testing

/// Returns the content of one gzip member, decompressed by zlib, or nil unless the member is complete and last.
private func inflated(_ member: [UInt8], expecting count: Int) -> [UInt8]? {
    var stream = z_stream()
    guard czlib_inflate_init_gzip(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = member
    var output = [UInt8](repeating: 0, count: count + 1)
    return input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = uInt(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = uInt(target.count)
            guard inflate(&stream, Z_FINISH) == Z_STREAM_END, stream.avail_in == 0 else { return nil }
            return Array(target.dropLast(Int(stream.avail_out)))
        }
    }
}

private func compressed(_ bytes: [UInt8], by compressor: GzipCompressor) -> [ArraySlice<UInt8>]? {
    var pieces: [ArraySlice<UInt8>] = []
    return compressor.compress(bytes) { pieces.append($0) } ? pieces : nil
}

/// Returns bytes that do not compress.
private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 32)
    }
}

@Suite struct GzipTests {
    @Test(arguments: [0, 1, 2, 100, 16_383, 16_384, 16_385, 1_000_000], [false, true])
    func compressedBytesDecompress(count: Int, isNoise: Bool) throws {
        let plain = isNoise ? noise(count) : [UInt8](repeating: 0x61, count: count)
        let compressor = try #require(GzipCompressor())
        let pieces = try #require(compressed(plain, by: compressor))
        #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 16 * 1024 })
        #expect(inflated(Array(pieces.joined()), expecting: count) == plain)
    }

    @Test func compressorIsReusable() throws {
        let compressor = try #require(GzipCompressor())
        for text in ["first", "", "second and longer", "first"] {
            let pieces = try #require(compressed(Array(text.utf8), by: compressor))
            #expect(inflated(Array(pieces.joined()), expecting: text.utf8.count) == Array(text.utf8))
        }
    }
}
