package understudytest

import (
	"net/url"
	"testing"
)

// Tenant is a tenant that only one test uses.
type Tenant struct {
	Server       *Server           `json:"-"`
	ID           string            `json:"id"`
	DisplayName  string            `json:"displayName"`
	Kind         string            `json:"kind"`
	Domains      []string          `json:"domains"`
	Applications map[string]string `json:"applications"`
	Users        map[string]string `json:"users"`
	Groups       map[string]string `json:"groups"`
}

// Tenant creates a copy of a tenant for the test, with the client IDs of the original. The copy is deleted at the end of the test. If
// cloneOf is empty, the tenant is empty.
func (s *Server) Tenant(t testing.TB, cloneOf string) *Tenant {
	t.Helper()
	request := map[string]any{}
	if cloneOf != "" {
		request = map[string]any{"cloneOf": cloneOf, "keepAppIds": true}
	}
	tenant := &Tenant{Server: s}
	s.must(t, "makeTenant", Parts{Body: request}, tenant)
	t.Cleanup(func() {
		err := s.Call("deleteTenant", Parts{Path: map[string]string{"tenant": tenant.ID}}, nil)
		// The test deleted the tenant, or reset the server.
		if rejected, ok := err.(*ControlError); ok && rejected.Status == 404 {
			return
		}
		if err != nil {
			t.Error(err)
		}
	})
	return tenant
}

func (s *Server) must(t testing.TB, operation string, parts Parts, result any) {
	t.Helper()
	if err := s.Call(operation, parts, result); err != nil {
		t.Fatal(err)
	}
}

// Authority is the authority for MSAL and other OpenID Connect clients.
func (t *Tenant) Authority() string {
	origin := t.Server.HTTPS
	if origin == "" {
		origin = t.Server.HTTP
	}
	return origin + "/" + t.ID
}

// SignIn signs a user in without a browser, and returns the parameters that the application's redirect URI receives. An outstanding consent is
// given, unless Consent says otherwise.
func (t *Tenant) SignIn(test testing.TB, request SignIn) map[string]string {
	test.Helper()
	if request.Consent == nil {
		request.Consent = "accept"
	}
	var found struct{ Parameters map[string]string }
	t.Server.must(test, "signIn", Parts{Body: request}, &found)
	return found.Parameters
}

// Stub gives the responses, in order, to the next requests of the tenant that match. The test fails at its end unless all were given.
func (t *Tenant) Stub(test testing.TB, match Match, responses ...Response) {
	test.Helper()
	match.Tenant = t.ID
	var made struct{ ID string }
	t.Server.must(test, "addResponses", Parts{Body: map[string]any{"match": match, "responses": responses}}, &made)
	test.Cleanup(func() {
		query := url.Values{"id": {made.ID}}
		var found struct{ Responses []Stub }
		if err := t.Server.Call("listResponses", Parts{Query: query}, &found); err != nil {
			test.Error(err)
		}
		for _, stub := range found.Responses {
			if stub.Left != float64(0) {
				test.Errorf("%v of the stubbed responses for %+v were not given", stub.Left, match)
			}
		}
		if err := t.Server.Call("removeResponses", Parts{Query: query}, nil); err != nil {
			test.Error(err)
		}
	})
}

// Advance moves the tenant's clock, such as by "PT2H".
func (t *Tenant) Advance(test testing.TB, duration string) {
	test.Helper()
	t.Server.must(test, "steerClock", Parts{Body: map[string]any{"advance": duration}, Query: url.Values{"tenant": {t.ID}}}, nil)
}

// Freeze stops the tenant's clock at a time, or at the current time if the text is "now".
func (t *Tenant) Freeze(test testing.TB, time string) {
	test.Helper()
	t.Server.must(test, "steerClock", Parts{Body: map[string]any{"frozen": time}, Query: url.Values{"tenant": {t.ID}}}, nil)
}

// Requests returns the journal entries of the tenant, oldest first.
func (t *Tenant) Requests(test testing.TB, query url.Values) []JournalEntry {
	test.Helper()
	own := url.Values{"tenant": {t.ID}}
	for name, values := range query {
		own[name] = values
	}
	var found struct{ Requests []JournalEntry }
	t.Server.must(test, "listRequests", Parts{Query: own}, &found)
	return found.Requests
}

// Verify fails the test with the near misses unless the journal has exactly this number of matching requests of the tenant.
func (t *Tenant) Verify(test testing.TB, count int, match Match) {
	test.Helper()
	if err := t.Check(count, match); err != nil {
		test.Error(err)
	}
}

// Check returns the near misses as an error unless the journal has exactly this number of matching requests of the tenant.
func (t *Tenant) Check(count int, match Match) error {
	match.Tenant = t.ID
	return t.Server.Call("verifyRequests", Parts{Body: map[string]any{"match": match, "count": count}}, nil)
}

// Mint returns a token of the tenant, either valid or with token faults.
func (t *Tenant) Mint(test testing.TB, token Token) string {
	test.Helper()
	token.Tenant = t.ID
	var made struct{ Token string }
	t.Server.must(test, "mintToken", Parts{Body: token}, &made)
	return made.Token
}

// Inspect returns every reason to reject a token.
func (s *Server) Inspect(test testing.TB, token string) Inspection {
	test.Helper()
	var found Inspection
	s.must(test, "inspectToken", Parts{Body: map[string]any{"token": token}}, &found)
	return found
}

// Revoke revokes the sessions, codes and tokens of a user of the tenant.
func (t *Tenant) Revoke(test testing.TB, user string) {
	test.Helper()
	t.Server.must(test, "revoke", Parts{Body: map[string]any{"tenant": t.ID, "user": user}}, nil)
}

// AnswerPush approves the newest push notification of a user with the number that the sign-in page shows, or denies it if the number is
// empty.
func (s *Server) AnswerPush(test testing.TB, to, number string) {
	test.Helper()
	answer := map[string]any{"to": to, "answer": "deny"}
	if number != "" {
		answer = map[string]any{"to": to, "number": number}
	}
	s.must(test, "answerPush", Parts{Body: answer}, nil)
}

// Codes returns the one-time codes that were sent to an address, newest first.
func (s *Server) Codes(test testing.TB, to string) []string {
	test.Helper()
	var found struct{ Messages []Message }
	s.must(test, "outbox", Parts{Query: url.Values{"to": {to}}}, &found)
	codes := make([]string, 0, len(found.Messages))
	for _, message := range found.Messages {
		codes = append(codes, message.Code)
	}
	return codes
}
