// Prints a token that go-autorest gets with a certificate.
// Arguments: authority, tenant, client ID, resource, and a PEM file with the certificate and its key.
package main

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"

	"github.com/Azure/go-autorest/autorest/adal"
)

func main() {
	authority, tenant, client, resource, file := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	certificate, key := read(file)
	config, err := adal.NewOAuthConfig(authority, tenant)
	check(err)
	token, err := adal.NewServicePrincipalTokenFromCertificate(*config, client, certificate, key, resource)
	check(err)
	check(token.Refresh())
	fmt.Print(token.OAuthToken())
}

func read(file string) (*x509.Certificate, *rsa.PrivateKey) {
	content, err := os.ReadFile(file)
	check(err)
	var certificate *x509.Certificate
	var key *rsa.PrivateKey
	for block, rest := pem.Decode(content); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			certificate, err = x509.ParseCertificate(block.Bytes)
			check(err)
		} else {
			parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
			check(err)
			key = parsed.(*rsa.PrivateKey)
		}
	}
	return certificate, key
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
