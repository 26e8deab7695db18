package daemon

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/AzureAD/microsoft-authentication-library-for-go/apps/confidential"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

func TestDaemonGetsAToken(t *testing.T) {
	ctx := t.Context()
	understudy, err := testcontainers.Run(ctx, "understudy",
		testcontainers.WithEnv(map[string]string{"UNDERSTUDY_LOG_FORMAT": "json"}),
		testcontainers.WithExposedPorts("8080/tcp", "8443/tcp"),
		testcontainers.WithWaitStrategy(wait.ForHTTP("/_understudy/health").WithPort("8080/tcp")))
	testcontainers.CleanupContainer(t, understudy)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := understudy.PortEndpoint(ctx, "8080/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	secure, err := understudy.PortEndpoint(ctx, "8443/tcp", "https")
	if err != nil {
		t.Fatal(err)
	}

	credential, err := confidential.NewCredFromSecret("understudy-daemon-secret")
	if err != nil {
		t.Fatal(err)
	}
	client, err := confidential.New(
		secure+"/contoso.com", "aaaaaaaa-0000-4000-8000-000000000004", credential,
		confidential.WithInstanceDiscovery(false),
		confidential.WithHTTPClient(trustingClient(t, plain)))
	if err != nil {
		t.Fatal(err)
	}
	result, err := client.AcquireTokenByCredential(ctx, []string{"api://orders/.default"})
	if err != nil {
		t.Fatal(err)
	}
	if result.AccessToken == "" {
		t.Fatal("the response has no access token")
	}

	expected := `{"match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000004", "endpoint": "token", "outcome": "success"}, "count": 1}`
	verified, err := http.Post(plain+"/_understudy/requests/verify", "application/json", strings.NewReader(expected))
	if err != nil {
		t.Fatal(err)
	}
	defer verified.Body.Close()
	if verified.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(verified.Body)
		t.Fatal(string(body))
	}
}

// trustingClient returns a client that trusts the CA of one server and no other CA.
func trustingClient(t *testing.T, origin string) *http.Client {
	response, err := http.Get(origin + "/_understudy/ca.pem")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	pem, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		t.Fatal("the server sent no certificate")
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
}
