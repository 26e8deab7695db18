"""msgraph-sdk with azure-identity, both as they come: an application made by Microsoft Graph works at once."""

import asyncio
import contextlib
import ssl

import httpx
import pytest
import requests
from azure.core.exceptions import ClientAuthenticationError
from azure.identity import AuthorizationCodeCredential, ClientSecretCredential
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_authentication_azure.azure_identity_authentication_provider import AzureIdentityAuthenticationProvider
from msgraph import GraphRequestAdapter, GraphServiceClient
from msgraph.generated.applications.item.add_password.add_password_post_request_body import AddPasswordPostRequestBody
from msgraph.generated.models.app_role_assignment import AppRoleAssignment
from msgraph.generated.models.application import Application
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph.generated.models.password_credential import PasswordCredential
from msgraph.generated.models.password_profile import PasswordProfile
from msgraph.generated.models.service_principal import ServicePrincipal
from msgraph.generated.models.user import User
from msgraph.generated.users.users_request_builder import UsersRequestBuilder
from msgraph.graph_request_adapter import options
from msgraph_core import GraphClientFactory

from support.oauth import authorize_url, one_shot
from support.seed import ALEX, CONTOSO, DAEMON, GRAPH, ORDERS_API, USER_READ, WEB
from support.tokens import verify

APPLICATIONS = "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9"       # Application.ReadWrite.All
ASSIGNMENTS = "06b708a9-e830-4db3-a914-8e69da51d44f"        # AppRoleAssignment.ReadWrite.All
USERS = "741f803b-c850-494e-b5df-cde7c675a1ca"              # User.ReadWrite.All
DIRECTORY = "7ab1d382-f21e-4acd-a863-ba3e13f7da61"         # Directory.Read.All
ORDERS_ROLE = "0aaa0005-0000-4000-8000-000000000004"        # Orders.Read.All


def credential(server, client_id, secret):
    return ClientSecretCredential(
        CONTOSO, client_id, secret, authority=server.https, disable_instance_discovery=True,
        connection_verify=server.ca)


def permit(server, *roles):
    """Gives the daemon permissions of Graph by the right of the control plane."""
    with requests.Session() as session:
        session.verify = server.ca
        session.headers["X-Understudy-Tenant"] = CONTOSO

        def principal(app_id):
            return session.get(f"{server.https}/v1.0/servicePrincipals(appId='{app_id}')").json()["id"]

        for role in roles:
            body = {"principalId": principal(DAEMON.id), "resourceId": principal(GRAPH), "appRoleId": role}
            path = f"servicePrincipals/{body['principalId']}/appRoleAssignments"
            assert session.post(f"{server.https}/v1.0/{path}", json=body).status_code == 201


@contextlib.asynccontextmanager
async def graph(server, identity=None, scope="https://graph.microsoft.com/.default"):
    """The SDK's client, sent to the server under test: as the daemon, or with another credential."""
    with identity or credential(server, DAEMON.id, DAEMON.secret) as identity:
        provider = AzureIdentityAuthenticationProvider(identity, scopes=[scope], allowed_hosts=["localhost"])
        # Made as the SDK makes its own, whose base address ends with a slash: it asks for /v1.0//me then.
        transport = httpx.AsyncClient(
            base_url=f"{server.https}/v1.0", verify=ssl.create_default_context(cafile=server.ca))
        async with GraphClientFactory.create_with_default_middleware(client=transport, options=options) as client:
            yield GraphServiceClient(request_adapter=GraphRequestAdapter(provider, client=client))


async def register(client):
    """An application with a secret, a service principal and a role of Orders API."""
    application = await client.applications.post(Application(display_name="Made", sign_in_audience="AzureADMyOrg"))
    password = await client.applications.by_application_id(application.id).add_password.post(
        AddPasswordPostRequestBody(password_credential=PasswordCredential(display_name="ci")))
    principal = await client.service_principals.post(ServicePrincipal(app_id=application.app_id))
    orders = await client.service_principals_with_app_id(ORDERS_API).get()
    await client.service_principals.by_service_principal_id(principal.id).app_role_assignments.post(
        AppRoleAssignment(principal_id=principal.id, resource_id=orders.id, app_role_id=ORDERS_ROLE))
    return application, password.secret_text


def test_an_application_made_by_graph_gets_a_token_at_once(fresh_server):
    permit(fresh_server, APPLICATIONS, ASSIGNMENTS)

    async def scenario():
        async with graph(fresh_server) as client:
            application, secret = await register(client)
            with credential(fresh_server, application.app_id, secret) as made:
                token = made.get_token("api://orders/.default").token
            assert verify(fresh_server, token, ORDERS_API)["roles"] == ["Orders.Read.All"]
            await client.applications.by_application_id(application.id).delete()
            with credential(fresh_server, application.app_id, secret) as gone:
                with pytest.raises(ClientAuthenticationError, match="AADSTS700016"):
                    gone.get_token("api://orders/.default")

    asyncio.run(scenario())


def test_users_are_made_filtered_and_paged(fresh_server):
    permit(fresh_server, USERS)

    async def scenario():
        async with graph(fresh_server) as client:
            for number in range(5):
                await client.users.post(
                    User(account_enabled=True, display_name=f"Paged {number}", mail_nickname=f"paged{number}",
                         user_principal_name=f"paged{number}@contoso.com",
                         password_profile=PasswordProfile(password="Understudy!1")))
            query = UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(
                filter="startswith(displayName,'Paged')", select=["displayName"], top=2)
            options = UsersRequestBuilder.UsersRequestBuilderGetRequestConfiguration(query_parameters=query)
            page, names = await client.users.get(request_configuration=options), []
            while True:
                names += [user.display_name for user in page.value]
                if not page.odata_next_link:
                    return names
                page = await client.users.with_url(page.odata_next_link).get()

    assert asyncio.run(scenario()) == [f"Paged {number}" for number in range(5)]


def test_a_user_reads_himself(fresh_server, fresh_session):
    code = one_shot(fresh_session, authorize_url(fresh_server, WEB, scope=f"openid {USER_READ}"), ALEX).code
    alex = AuthorizationCodeCredential(
        CONTOSO, WEB.id, code, WEB.redirect_uri, client_secret=WEB.secret, authority=fresh_server.https,
        connection_verify=fresh_server.ca)

    async def scenario():
        async with graph(fresh_server, alex, USER_READ) as client:
            return await client.me.get(), await client.me.member_of.get()

    me, groups = asyncio.run(scenario())
    assert me.user_principal_name == ALEX
    assert all(group.odata_type == "#microsoft.graph.group" for group in groups.value)


def test_the_sdk_reads_the_errors(fresh_server):
    async def scenario():
        async with graph(fresh_server) as client:
            with pytest.raises(ODataError) as refused:
                await client.users.get()
            permit(fresh_server, USERS)
        async with graph(fresh_server) as client:
            with pytest.raises(ODataError) as absent:
                await client.users.by_user_id("nobody@contoso.com").get()
        return refused.value, absent.value

    refused, absent = asyncio.run(scenario())
    assert (refused.response_status_code, refused.error.code) == (403, "Authorization_RequestDenied")
    assert (absent.response_status_code, absent.error.code) == (404, "Request_ResourceNotFound")
    assert absent.error.inner_error.request_id and absent.error.inner_error.client_request_id


def people(number):
    """A user as the SDK makes one."""
    return User(
        account_enabled=number % 2 == 0, display_name=f"Query {number}", mail_nickname=f"query{number}",
        user_principal_name=f"query{number}@contoso.com", job_title="Clerk" if number < 2 else None,
        password_profile=PasswordProfile(password="Understudy!1"))


def query(**options):
    """The query options of a request for users, as an advanced query."""
    configuration = RequestConfiguration(
        query_parameters=UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(count=True, **options))
    configuration.headers.add("ConsistencyLevel", "eventual")
    return configuration


def test_advanced_queries(fresh_server):
    permit(fresh_server, USERS, DIRECTORY)

    async def scenario():
        async with graph(fresh_server) as client:
            for number in range(4):
                await client.users.post(people(number))

            async def names(**options):
                found = await client.users.get(request_configuration=query(**options))
                assert found.odata_count == len(found.value)
                return [user.display_name for user in found.value]

            assert await names(filter="startsWith(displayName,'Query') and accountEnabled ne true") == ["Query 1", "Query 3"]
            assert await names(filter="endsWith(userPrincipalName,'3@contoso.com')") == ["Query 3"]
            assert await names(filter="jobTitle eq null and startsWith(displayName,'Query')", orderby=["displayName desc"]) == [
                "Query 3", "Query 2"]
            assert await names(search='"displayName:query 2" OR "userPrincipalName:query1"') == ["Query 1", "Query 2"]
            count = RequestConfiguration()
            count.headers.add("ConsistencyLevel", "eventual")
            assert await client.users.count.get(request_configuration=count) >= 4
            expanded = await client.users.get(request_configuration=RequestConfiguration(
                query_parameters=UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(
                    expand=["memberOf"], filter=f"userPrincipalName eq '{ALEX}'")))
            assert expanded.value[0].member_of
            with pytest.raises(ODataError) as refused:
                await client.users.get(request_configuration=RequestConfiguration(
                    query_parameters=UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(filter="accountEnabled ne true")))
            assert refused.value.error.code == "Request_UnsupportedQuery"

    asyncio.run(scenario())


def test_a_delta_query(fresh_server):
    permit(fresh_server, USERS)

    async def scenario():
        async with graph(fresh_server) as client:
            first = await client.users.delta.get()
            assert {user.user_principal_name for user in first.value} > {ALEX}
            made = await client.users.post(people(7))
            changed = await client.users.delta.with_url(first.odata_delta_link).get()
            assert [user.id for user in changed.value] == [made.id]
            await client.users.by_user_id(made.id).delete()
            gone = await client.users.delta.with_url(changed.odata_delta_link).get()
            assert [user.id for user in gone.value] == [made.id]
            assert "@removed" in gone.value[0].additional_data

    asyncio.run(scenario())


def test_a_batch(fresh_server):
    """The SDK's own classes for batches need a package that it does not install, so the test writes what they write."""
    permit(fresh_server, USERS)
    with credential(fresh_server, DAEMON.id, DAEMON.secret) as identity, requests.Session() as session:
        session.verify = fresh_server.ca
        session.headers["Authorization"] = f"Bearer {identity.get_token('https://graph.microsoft.com/.default').token}"
        answer = session.post(f"{fresh_server.https}/v1.0/$batch", json={"requests": [
            {"id": "user", "method": "GET", "url": f"{fresh_server.https}/v1.0/users/{ALEX}", "headers": {"accept": "application/json"}},
            {"id": "nobody", "method": "GET", "url": "/users/nobody"},
            {"id": "last", "method": "GET", "url": "/users", "dependsOn": ["nobody"]}]})
    found = {each["id"]: each for each in answer.json()["responses"]}
    assert {name: each["status"] for name, each in found.items()} == {"user": 200, "nobody": 404, "last": 424}
    assert found["user"]["body"]["userPrincipalName"] == ALEX


def test_the_own_origin_is_graph(fresh_server):
    permit(fresh_server, USERS)

    async def scenario():
        async with graph(fresh_server, scope=f"{fresh_server.https}/.default") as client:
            return await client.users.by_user_id(ALEX).get()

    assert asyncio.run(scenario()).user_principal_name == ALEX


def test_the_version_beta(fresh_server):
    with requests.Session() as session:
        session.verify = fresh_server.ca
        session.headers["X-Understudy-Tenant"] = CONTOSO
        page = session.get(f"{fresh_server.https}/beta/users", params={"$top": 1}).json()
    assert page["@odata.context"] == f"{fresh_server.https}/beta/$metadata#users"
    assert page["@odata.nextLink"].startswith(f"{fresh_server.https}/beta/users?")
