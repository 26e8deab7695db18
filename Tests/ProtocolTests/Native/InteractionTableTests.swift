import Entra
@testable import Protocol
import Testing

/// Version 2 walks the journeys of version 1, and no others.
@Suite struct InteractionTableTests {
    @Test("every link is an action of its step", arguments: NativeStep.allCases)
    func linksAreActions(_ step: NativeStep) {
        for (link, action) in InteractionTable.links[step] ?? [:] { #expect(step.allows(action), "\(link)") }
    }

    @Test("every link but those of the entry is one that an answer shows as its action")
    func linksAreShown() {
        let shown = InteractionTable.actions.map(\.link)
        #expect(Set(shown).union([.signIn, .signUp, .resetPassword]) == Set(InteractionLink.allCases))
        for (step, links) in InteractionTable.links where step != .entered {
            #expect(links.keys.contains { shown.contains($0) })
        }
    }

    @Test(
        "the steps without links are the ends, from where tokens come",
        arguments: [
            NativeStep.signedIn, .signedUp, .resetDone,
        ])
    func ends(_ step: NativeStep) {
        #expect(InteractionTable.links[step] == nil)
        #expect(step.allows(NativeStep.Action(.token, "continuation_token")))
    }

    @Test("every action that takes a value has a name for it")
    func fields() {
        let wanting: Set<NativeEndpoint> = [.initiate, .token, .resetStart, .resetContinue, .resetSubmit]
        for actions in InteractionTable.links.values {
            for action in actions.values where wanting.contains(action.endpoint) {
                #expect(InteractionTable.fields[action] != nil, "\(action)")
            }
        }
    }
}
