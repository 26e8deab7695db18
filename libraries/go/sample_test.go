package understudytest_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	understudytest "github.com/understudy-entra/understudytest"
)

// Ten tests of an application that signs in by OpenID Connect. Each test has a tenant of its own, so that they run in parallel.

const (
	app        = "5a5a5a5a-0002-4001-8001-000000000001"
	worker     = "5a5a5a5a-0002-4001-8001-000000000002"
	ticketsAPI = "5a5a5a5a-0002-4001-8001-000000000003"
	shop       = "5a5a5a5a-0002-4001-8001-000000000005"
	phone      = "5a5a5a5a-0002-4001-8001-000000000006"
	tickets    = "openid offline_access api://tickets/Tickets.Read"
	robin      = "robin@relecloud.example"
	kim        = "kim@relecloud.example"
	verifier   = "a-verifier-of-the-sample-tests-0123456789-0123456789"
)

var server *understudytest.Server

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "understudy")
	if err == nil {
		server, err = understudytest.Launch(understudytest.Options{Config: "../sample/understudy.yaml"}, folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	server.Stop()
	os.RemoveAll(folder)
	os.Exit(code)
}

func tenant(t *testing.T, cloneOf string) *understudytest.Tenant {
	t.Parallel()
	return server.Tenant(t, cloneOf)
}

type answer struct {
	status int
	header http.Header

	AccessToken       string `json:"access_token"`
	RefreshToken      string `json:"refresh_token"`
	IDToken           string `json:"id_token"`
	Error             string `json:"error"`
	ErrorCodes        []int  `json:"error_codes"`
	ContinuationToken string `json:"continuation_token"`
	UserCode          string `json:"user_code"`
	DeviceCode        string `json:"device_code"`
	VerificationURI   string `json:"verification_uri"`
}

func post(t *testing.T, address string, form url.Values) answer {
	t.Helper()
	response, err := server.Client(t).PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	found := answer{status: response.StatusCode, header: response.Header}
	if err := json.NewDecoder(response.Body).Decode(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func values(pairs ...string) url.Values {
	form := url.Values{}
	for index := 0; index < len(pairs); index += 2 {
		form.Set(pairs[index], pairs[index+1])
	}
	return form
}

func workerToken(t *testing.T, tenant *understudytest.Tenant) answer {
	return post(t, tenant.Authority()+"/oauth2/v2.0/token", values(
		"grant_type", "client_credentials", "client_id", worker, "client_secret", "relecloud-worker-secret", "scope", "api://tickets/.default"))
}

// signIn signs a user in with PKCE, as a client library does.
func signIn(t *testing.T, tenant *understudytest.Tenant, authority, client, scope string, request understudytest.SignIn) answer {
	t.Helper()
	sum := sha256.Sum256([]byte(verifier))
	query := values(
		"client_id", client, "response_type", "code", "redirect_uri", "http://localhost", "scope", scope, "state", "12345",
		"code_challenge", base64.RawURLEncoding.EncodeToString(sum[:]), "code_challenge_method", "S256")
	request.AuthorizeURL = authority + "/oauth2/v2.0/authorize?" + query.Encode()
	parameters := tenant.SignIn(t, request)
	if parameters["code"] == "" {
		return answer{Error: parameters["error"]}
	}
	return post(t, authority+"/oauth2/v2.0/token", values(
		"grant_type", "authorization_code", "client_id", client, "code", parameters["code"], "redirect_uri", "http://localhost",
		"scope", scope, "code_verifier", verifier))
}

func signInApp(t *testing.T, tenant *understudytest.Tenant, user string) answer {
	t.Helper()
	return signIn(t, tenant, tenant.Authority(), app, tickets, understudytest.SignIn{User: user})
}

func TestSignInWithSecondFactor(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	if signInApp(t, tenant, kim).IDToken == "" {
		t.Error("there is no ID token")
	}
	if len(server.Codes(t, "+14255550121")) == 0 {
		t.Error("no code was sent by text message")
	}
}

func TestDeclinedConsentIsAnError(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	found := signIn(t, tenant, tenant.Authority(), app, tickets, understudytest.SignIn{User: robin, Consent: "decline"})
	if found.Error != "access_denied" {
		t.Errorf("the error is %q", found.Error)
	}
}

func TestExpiredAccessTokenIsRefreshed(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	first := signInApp(t, tenant, robin)
	tenant.Advance(t, "PT2H")
	if server.Inspect(t, first.AccessToken).Valid {
		t.Error("the token is valid after two hours")
	}
	renewed := post(t, tenant.Authority()+"/oauth2/v2.0/token", values(
		"grant_type", "refresh_token", "client_id", app, "refresh_token", first.RefreshToken, "scope", tickets))
	if found := server.Inspect(t, renewed.AccessToken); !found.Valid {
		t.Error(found.Reasons)
	}
}

func TestThrottledRequestIsReported(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	tenant.Stub(t, understudytest.Match{Endpoint: "token"}, understudytest.Response{
		Status: 429, Headers: map[string]string{"Retry-After": "5"}, Body: map[string]any{"error": "temporarily_unavailable"}})
	found := workerToken(t, tenant)
	if found.status != 429 || found.header.Get("Retry-After") != "5" {
		t.Errorf("status %d, %v", found.status, found.header)
	}
}

func TestAPICallsAnotherAPIOnBehalfOfTheUser(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	assertion := signInApp(t, tenant, robin).AccessToken
	result := post(t, tenant.Authority()+"/oauth2/v2.0/token", values(
		"grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer", "requested_token_use", "on_behalf_of", "client_id", ticketsAPI,
		"client_secret", "tickets-api-secret", "assertion", assertion, "scope", "api://payments/Payments.Read"))
	if found := server.Inspect(t, result.AccessToken); !found.Valid {
		t.Error(found.Reasons)
	}
}

func TestCustomerSignsUp(t *testing.T) {
	tenant := tenant(t, "relecloudb2c.example")
	authority := server.HTTPS + "/" + tenant.Domains[0] + "/B2C_1_signup"
	found := signIn(t, tenant, authority, shop, "openid "+shop, understudytest.SignIn{
		User: "nia@customer.example", NewPassword: "Fjord-Trip 1"})
	claims, err := base64.RawURLEncoding.DecodeString(strings.Split(found.IDToken+"..", ".")[1])
	if err != nil || !strings.Contains(string(claims), "nia@customer.example") {
		t.Errorf("the claims are %s", claims)
	}
}

func TestNativeAuthentication(t *testing.T) {
	tenant := tenant(t, "relecloudexternal.example")
	begun := post(t, tenant.Authority()+"/oauth2/v2.0/initiate", values(
		"client_id", phone, "username", "casey@customer.example", "challenge_type", "password redirect"))
	asked := post(t, tenant.Authority()+"/oauth2/v2.0/challenge", values(
		"client_id", phone, "continuation_token", begun.ContinuationToken, "challenge_type", "password redirect"))
	tokens := post(t, tenant.Authority()+"/oauth2/v2.0/token", values(
		"client_id", phone, "continuation_token", asked.ContinuationToken, "grant_type", "password", "password", "Understudy!1",
		"scope", "openid offline_access"))
	if found := server.Inspect(t, tokens.IDToken); !found.Valid {
		t.Error(found.Reasons)
	}
}

func TestDeviceCode(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	device := post(t, tenant.Authority()+"/oauth2/v2.0/devicecode", values("client_id", app, "scope", tickets))
	page, err := server.Client(t).PostForm(device.VerificationURI, values(
		"otc", device.UserCode, "loginfmt", robin, "passwd", "Understudy!1", "consent", "accept"))
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	found := post(t, tenant.Authority()+"/oauth2/v2.0/token", values(
		"grant_type", "urn:ietf:params:oauth:grant-type:device_code", "client_id", app, "device_code", device.DeviceCode))
	if found.AccessToken == "" {
		t.Errorf("the error is %q", found.Error)
	}
}

func TestJournalVerifies(t *testing.T) {
	tenant := tenant(t, "relecloud.example")
	workerToken(t, tenant)
	tenant.Verify(t, 1, understudytest.Match{Endpoint: "token", ClientID: worker, Outcome: "success"})
	err := tenant.Check(1, understudytest.Match{Endpoint: "token", GrantType: "refresh_token"})
	if err == nil || !strings.Contains(err.Error(), "grantType: wanted refresh_token, found client_credentials") {
		t.Errorf("the near miss is %v", err)
	}
}

func TestTenantsDoNotShareState(t *testing.T) {
	for _, name := range []string{"one", "two", "three"} {
		t.Run(name, func(t *testing.T) {
			tenant := tenant(t, "relecloud.example")
			tenant.Stub(t, understudytest.Match{Endpoint: "token"}, understudytest.Response{Error: "AADSTS7000215"})
			if found := workerToken(t, tenant); len(found.ErrorCodes) != 1 || found.ErrorCodes[0] != 7000215 {
				t.Errorf("the codes are %v", found.ErrorCodes)
			}
			tenant.Verify(t, 1, understudytest.Match{Endpoint: "token"})
		})
	}
}
