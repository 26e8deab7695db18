import ControlPlane
import HTTP
import Protocol
import Testing
@testable import Understudy

@Suite struct EndpointNameTests {
    @Test("every endpoint outside the control plane has a name that is listed", arguments: Routes.table.indices)
    func listed(_ row: Int) {
        let route = Routes.table[row]
        #expect(route.handler.errors == .problem || EndpointName.isKnown(route.handler.name), "\(route.pattern)")
    }
}
