import ControlPlane
import HTTP
import Protocol
import Testing
@testable import Understudy

@Suite struct EndpointNameTests {
    @Test("Every endpoint outside the control plane has a known name", arguments: Routes.table.indices)
    func knowsNameOfEveryProtocolEndpoint(_ row: Int) {
        let route = Routes.table[row]
        #expect(route.handler.errors == .problem || EndpointName.isKnown(route.handler.name), "\(route.pattern)")
    }
}
