import Entra
import Protocol
import Testing

struct RenderingSpeedTests {
    /// The bound is loose, for debug builds on busy machines; the figure is printed. Release builds take a few µs.
    @Test func takesMicroseconds() throws {
        let models = SamplePage.all.map(\.model)
        let rounds = 50
        var size = 0
        let elapsed = ContinuousClock().measure {
            for _ in 0..<rounds {
                for model in models { size += Pages.render(model).count }
            }
        }
        let pages = rounds * models.count
        print("a page: \(elapsed / pages), \(size / pages) bytes on average")
        #expect(elapsed / pages < .milliseconds(5))
    }
}
