// Package understudytest runs Understudy, a local stand-in for Microsoft Entra ID, in tests.
//
//	func TestDaemon(t *testing.T) {
//		tenant := understudytest.Start(t).Tenant(t, "contoso.com")
//		...
//		tenant.Verify(t, 1, understudytest.Match{Endpoint: "token", Outcome: "success"})
//	}
//
// The package needs the standard library alone.
package understudytest

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const startTimeout = 30 * time.Second

// Server is a running server. HTTP and HTTPS are its origins; HTTPS is empty if the server has no HTTPS port.
type Server struct {
	HTTP  string
	HTTPS string

	token   string
	process *exec.Cmd
	ended   chan struct{}
	log     string
	once    sync.Once
	roots   *x509.CertPool
	failed  error
}

// Options are the options of a server. Binary is the path of the binary; without it, UNDERSTUDY_BINARY or understudy on the PATH. Config is
// the path of a configuration file. Token is the control token. Arguments are options of "understudy serve".
type Options struct {
	Binary    string
	Config    string
	HTTPPort  int
	HTTPSPort int
	Token     string
	Arguments []string
}

// Start starts a server on free ports, or uses the one at UNDERSTUDY_URL. The server ends with the test.
func Start(t testing.TB, options ...Options) *Server {
	t.Helper()
	if running := os.Getenv("UNDERSTUDY_URL"); running != "" && len(options) == 0 {
		return Connect(t, running, "")
	}
	own := Options{}
	if len(options) > 0 {
		own = options[0]
	}
	server, err := Launch(own, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server
}

// Connect returns a server that runs already, such as one in a container.
func Connect(t testing.TB, origin, token string) *Server {
	t.Helper()
	server := &Server{HTTP: strings.TrimSuffix(origin, "/"), token: token}
	var health struct{ Origins []string }
	if err := server.Call("health", Parts{}, &health); err != nil {
		t.Fatal(err)
	}
	server.HTTPS = firstOrigin(health.Origins, "https:")
	return server
}

// Launch starts a server for TestMain. The folder is for the files of the server. Stop ends the server.
func Launch(options Options, folder string) (*Server, error) {
	binary, err := find(options.Binary)
	if err != nil {
		return nil, err
	}
	ready := filepath.Join(folder, "ready.json")
	server := &Server{token: options.Token, log: filepath.Join(folder, "server.log"), ended: make(chan struct{})}
	output, err := os.Create(server.log)
	if err != nil {
		return nil, err
	}
	defer output.Close()
	arguments := []string{
		"serve", "--http-port", strconv.Itoa(options.HTTPPort), "--https-port", strconv.Itoa(options.HTTPSPort), "--ready-file", ready,
	}
	server.process = exec.Command(binary, append(arguments, options.Arguments...)...)
	server.process.Stdout, server.process.Stderr, server.process.Dir = output, output, folder
	if server.process.Env, err = environment(options); err != nil {
		return nil, err
	}
	if err := server.process.Start(); err != nil {
		return nil, err
	}
	go func() {
		server.process.Wait()
		close(server.ended)
	}()
	if err := server.wait(ready); err != nil {
		server.process.Process.Kill()
		<-server.ended
		return nil, err
	}
	return server, nil
}

func find(path string) (string, error) {
	if path == "" {
		path = os.Getenv("UNDERSTUDY_BINARY")
	}
	if path == "" {
		path = "understudy"
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return "", fmt.Errorf(
			"understudytest: there is no binary of Understudy: set UNDERSTUDY_BINARY to its path, put it on PATH, or name a running server in "+
				"UNDERSTUDY_URL: %w", err)
	}
	return filepath.Abs(found)
}

// environment returns the environment of the server. Settings of the surrounding shell have no effect on a test.
func environment(options Options) ([]string, error) {
	var kept []string
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "UNDERSTUDY_") {
			kept = append(kept, setting)
		}
	}
	if options.Token != "" {
		kept = append(kept, "UNDERSTUDY_CONTROL_TOKEN="+options.Token)
	}
	if options.Config != "" {
		path, err := filepath.Abs(options.Config)
		if err != nil {
			return nil, err
		}
		kept = append(kept, "UNDERSTUDY_CONFIG="+path)
	}
	return kept, nil
}

// wait waits for the ready file, which the server writes when it accepts requests.
func (s *Server) wait(ready string) error {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		content, err := os.ReadFile(ready)
		if err == nil {
			var found struct{ Origins []string }
			if err := json.Unmarshal(content, &found); err != nil {
				return err
			}
			s.HTTP, s.HTTPS = firstOrigin(found.Origins, "http:"), firstOrigin(found.Origins, "https:")
			return nil
		}
		select {
		case <-s.ended:
			return fmt.Errorf("understudytest: the server ended:\n%s", s.Log())
		default:
		}
	}
	return fmt.Errorf("understudytest: the server did not start within %v:\n%s", startTimeout, s.Log())
}

// Log returns what a server that was started here has printed.
func (s *Server) Log() string {
	content, _ := os.ReadFile(s.log)
	return string(content)
}

// Stop ends a server that was started here.
func (s *Server) Stop() {
	if s.process == nil {
		return
	}
	s.process.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(10 * time.Second):
		s.process.Process.Kill()
		<-s.ended
	}
}

// Roots returns the certificate authorities of this machine, and the server's.
func (s *Server) Roots() (*x509.CertPool, error) {
	s.once.Do(func() {
		var pem string
		if s.failed = s.Call("caPEM", Parts{}, &pem); s.failed != nil {
			return
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM([]byte(pem)) {
			s.failed = errors.New("understudytest: the server's CA certificate cannot be read")
		}
		s.roots = pool
	})
	return s.roots, s.failed
}

// Client returns an HTTP client that trusts the server, and that follows no redirect.
func (s *Server) Client(t testing.TB) *http.Client {
	t.Helper()
	roots, err := s.Roots()
	if err != nil {
		t.Fatal(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots}
	return &http.Client{
		Transport: transport, Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func firstOrigin(origins []string, scheme string) string {
	for _, origin := range origins {
		if strings.HasPrefix(origin, scheme) {
			return origin
		}
	}
	return ""
}
