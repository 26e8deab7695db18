package io.github.understudy_entra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A tenant that only one test uses. Closing the tenant deletes it, and fails if a stubbed response was not given. */
public final class Tenant implements AutoCloseable {
    private final Understudy entra;
    private final NewTenant made;
    /** The matches of this tenant's stubs by the ID of the stub. */
    private final Map<String, Match> stubs = new ConcurrentHashMap<>();

    Tenant(Understudy entra, NewTenant made) {
        this.entra = entra;
        this.made = made;
    }

    public Understudy entra() {
        return entra;
    }

    public String id() {
        return made.id();
    }

    public List<String> domains() {
        return made.domains();
    }

    /** The client ID of each application by the ID in the original. Both are equal if the copy keeps the client IDs. */
    public Map<String, String> applications() {
        return made.applications();
    }

    public Map<String, String> users() {
        return made.users();
    }

    public Map<String, String> groups() {
        return made.groups();
    }

    /** The authority for MSAL and other OpenID Connect clients. */
    public String authority() {
        return (entra.https() == null ? entra.http() : entra.https()) + "/" + id();
    }

    /** The issuer of version 2 tokens at the authority. */
    public String issuer() {
        return authority() + "/v2.0";
    }

    /**
     * Signs a user in without a browser, and returns the parameters that the application's redirect URI receives. An outstanding consent is
     * given, unless the request says otherwise.
     */
    public Map<String, String> signIn(SignIn request) {
        return entra.signIn(request.consent() == null ? request.consent("accept") : request).parameters();
    }

    /**
     * Gives the responses, in order, to the next requests of the tenant that match, and returns the ID of the stub. Closing the tenant fails
     * unless all of them were given.
     */
    public String stub(Match match, StubbedResponse... responses) {
        Match own = match.tenant(id());
        String stub = entra.addResponses(own, List.of(responses));
        stubs.put(stub, own);
        return stub;
    }

    /** Moves the tenant's clock, such as by "PT2H". */
    public void advance(String duration) {
        entra.steerClock(ClockChange.advance(duration), id());
    }

    /** Stops the tenant's clock at the current time. */
    public void freeze() {
        freeze("now");
    }

    /** Stops the tenant's clock at a time. */
    public void freeze(String time) {
        entra.steerClock(ClockChange.freeze(time), id());
    }

    /** Lets the tenant's clock run again. */
    public void release() {
        entra.steerClock(ClockChange.release(), id());
    }

    /** Returns the journal entries of the tenant, oldest first. */
    public List<JournalEntry> requests() {
        return requests(Map.of());
    }

    /** Returns the journal entries of the tenant that match, oldest first. */
    public List<JournalEntry> requests(Map<String, ?> filter) {
        Map<String, Object> own = new LinkedHashMap<>(filter);
        own.put("tenant", id());
        return entra.listRequests(own).requests();
    }

    /** Fails with the near misses unless the journal has a matching request of the tenant. */
    public void verify(JournalMatch match) {
        verify(Count.atLeast(1), match);
    }

    /** Fails with the near misses unless the journal has exactly this number of matching requests of the tenant. */
    public void verify(int count, JournalMatch match) {
        verify(Count.exactly(count), match);
    }

    /** Fails with the near misses unless the journal has this number of matching requests of the tenant. */
    public void verify(Count count, JournalMatch match) {
        entra.verifyRequests(match.tenant(id()), count);
    }

    /** Fails unless requests of the tenant arrived in this order. */
    public void verifyOrder(JournalMatch... matches) {
        entra.verifyRequests(List.of(matches).stream().map(match -> match.tenant(id())).toList());
    }

    /** Returns a token of the tenant, either valid or with token faults. */
    public String mintToken(TokenRequest request) {
        return entra.mintToken(request.tenant(id())).token();
    }

    /** Revokes the sessions, codes and tokens of a user. */
    public void revoke(String user) {
        entra.revoke(new RevocationRequest(user, null, id()));
    }

    public void reset() {
        entra.reset(id());
    }

    @Override
    public void close() {
        List<String> unused = new ArrayList<>();
        stubs.forEach((stub, match) -> unlessGone(() -> {
            Map<String, String> filter = Map.of("id", stub);
            for (Stub found : entra.listResponses(filter)) {
                if (!Long.valueOf(0).equals(found.left())) {
                    unused.add(found.left() + " of the stubbed responses for " + match + " were not given.");
                }
            }
            entra.removeResponses(filter);
        }));
        unlessGone(() -> entra.deleteTenant(id()));
        if (!unused.isEmpty()) {
            throw new AssertionError(String.join("\n", unused));
        }
    }

    /** Calls an operation on what the test may have deleted, by itself or by a reset of the server. */
    private static void unlessGone(Runnable call) {
        try {
            call.run();
        } catch (ControlException rejected) {
            if (rejected.status() != 404) {
                throw rejected;
            }
        }
    }

    @Override
    public String toString() {
        return "Tenant[" + id() + "]";
    }
}
