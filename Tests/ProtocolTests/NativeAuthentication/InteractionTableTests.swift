import Entra
@testable import Protocol
import Testing

/// Checks that version 2 offers the journeys of version 1 and no others.
@Suite struct InteractionTableTests {
    @Test("Every link is an action of its step", arguments: NativeStep.allCases)
    func everyLinkIsActionOfItsStep(_ step: NativeStep) {
        for (link, action) in InteractionTable.links[step] ?? [:] { #expect(step.allows(action), "\(link)") }
    }

    @Test("Responses show every link except those of the entry as an action")
    func responsesShowEveryLinkExceptEntry() {
        let shown = InteractionTable.actions.map(\.link)
        #expect(Set(shown).union([.signIn, .signUp, .resetPassword]) == Set(InteractionLink.allCases))
        for (step, links) in InteractionTable.links where step != .entered {
            #expect(links.keys.contains { shown.contains($0) })
        }
    }

    @Test(
        "The steps without links are the final ones, which lead to tokens",
        arguments: [
            NativeStep.signedIn, .signedUp, .resetDone,
        ])
    func stepsWithoutLinksLeadToTokens(_ step: NativeStep) {
        #expect(InteractionTable.links[step] == nil)
        #expect(step.allows(NativeStep.Action(.token, "continuation_token")))
    }

    @Test("Every action that takes a value has a field name")
    func everyActionWithValueHasFieldName() {
        let endpointsWithValue: Set<NativeEndpoint> = [.initiate, .token, .resetStart, .resetContinue, .resetSubmit]
        for actions in InteractionTable.links.values {
            for action in actions.values where endpointsWithValue.contains(action.endpoint) {
                #expect(InteractionTable.fields[action] != nil, "\(action)")
            }
        }
    }
}
