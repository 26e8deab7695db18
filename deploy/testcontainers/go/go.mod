module example.com/daemon

go 1.25

require (
	github.com/AzureAD/microsoft-authentication-library-for-go v1.9.0
	github.com/testcontainers/testcontainers-go v0.45.0
)
