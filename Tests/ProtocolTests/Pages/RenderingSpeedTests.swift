import Entra
import Protocol
import Testing

struct RenderingSpeedTests {
    /// The bound is loose, because debug builds on busy machines are slow. A release build takes a few µs.
    @Test func rendersPagesQuickly() throws {
        let models = SamplePage.all.map(\.model)
        let iterations = 50
        var size = 0
        let elapsed = ContinuousClock().measure {
            for _ in 0..<iterations {
                for model in models { size += Pages.render(model).count }
            }
        }
        let pages = iterations * models.count
        print("a page: \(elapsed / pages), \(size / pages) bytes on average")
        #expect(elapsed / pages < .milliseconds(5))
    }
}
