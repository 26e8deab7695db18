using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Containers;
using Microsoft.Identity.Client;
using Xunit;

public sealed class DaemonTests : IAsyncLifetime
{
    private readonly IContainer understudy = new ContainerBuilder("understudy")
        .WithEnvironment("UNDERSTUDY_LOG_FORMAT", "json")
        .WithPortBinding(8080, true)
        .WithPortBinding(8443, true)
        .WithWaitStrategy(Wait.ForUnixContainer().UntilHttpRequestIsSucceeded(
            request => request.ForPort(8080).ForPath("/_understudy/health")))
        .Build();

    public Task InitializeAsync() => understudy.StartAsync();

    public Task DisposeAsync() => understudy.DisposeAsync().AsTask();

    [Fact]
    public async Task DaemonGetsAToken()
    {
        var http = $"http://{understudy.Hostname}:{understudy.GetMappedPublicPort(8080)}";
        var https = $"https://{understudy.Hostname}:{understudy.GetMappedPublicPort(8443)}";
        using var client = new HttpClient();
        using var ca = X509Certificate2.CreateFromPem(await client.GetStringAsync($"{http}/_understudy/ca.pem"));
        var application = ConfidentialClientApplicationBuilder
            .Create("aaaaaaaa-0000-4000-8000-000000000004")
            .WithAuthority($"{https}/contoso.com", validateAuthority: false)
            .WithInstanceDiscovery(false)
            .WithClientSecret("understudy-daemon-secret")
            .WithHttpClientFactory(new TrustingClientFactory(ca))
            .Build();
        var result = await application.AcquireTokenForClient(["api://orders/.default"]).ExecuteAsync();
        Assert.NotEmpty(result.AccessToken);
        using var expected = new StringContent(
            """{"match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000004", "endpoint": "token", "outcome": "success"}, "count": 1}""",
            Encoding.UTF8, "application/json");
        using var verified = await client.PostAsync($"{http}/_understudy/requests/verify", expected);
        Assert.True(verified.IsSuccessStatusCode, await verified.Content.ReadAsStringAsync());
    }
}

/// <summary>Makes a client that trusts one CA and no other.</summary>
public sealed class TrustingClientFactory(X509Certificate2 ca) : IMsalHttpClientFactory
{
    private readonly HttpClient client = new(new SocketsHttpHandler
    {
        SslOptions = new SslClientAuthenticationOptions
        {
            CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                CustomTrustStore = { ca },
                RevocationMode = X509RevocationMode.NoCheck,
            },
        },
    });

    public HttpClient GetHttpClient() => client;
}
