-- The requests that clients of Microsoft Entra ID send, as templates. Each request has values of its own: correlation id, state,
-- nonce, PKCE pair, application, user and telemetry. A head that a library sends in the same bytes again and again (metadata
-- without a correlation id) occurs again here, too.
--
-- The templates of MSAL for Python 1.39 (msal/application.py, msal/telemetry.py), MSAL.NET 4.66, MSAL Node 2.16, MSAL Java 1.17, MSAL
-- Go 1.6, MSAL for iOS (IdentityCore) and Microsoft.IdentityModel 8.5 follow their sources or recordings of their requests. Those of
-- msal-browser 3.26, PyJWT 2.10, openid-client 6, Spring Security 6 (Nimbus) and go-oidc 3 have the headers that their HTTP stacks
-- usually send; nobody compared them with a recording.

local ffi = require "ffi"
ffi.cdef "unsigned char *SHA256(const unsigned char *text, size_t count, unsigned char *digest);"

local clients = {}

-- Random text

local HEX = "0123456789abcdef"
local BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
local GUID = ffi.new("char[36]", "00000000-0000-4000-8000-000000000000")
local random = math.random

local function guid()
    for index = 0, 35 do
        if index ~= 8 and index ~= 13 and index ~= 14 and index ~= 18 and index ~= 19 and index ~= 23 then
            GUID[index] = HEX:byte(random(16))
        end
    end
    return ffi.string(GUID, 36)
end

local function characters(alphabet, count)
    local text = ffi.new("char[?]", count)
    for index = 0, count - 1 do text[index] = alphabet:byte(random(#alphabet)) end
    return ffi.string(text, count)
end

-- The S256 challenge of a PKCE verifier.
local function challenge(verifier)
    local digest = ffi.new("unsigned char[33]")
    ffi.C.SHA256(verifier, #verifier, digest)
    local text = {}
    for index = 0, 30, 3 do
        local bits = digest[index] * 65536 + digest[index + 1] * 256 + digest[index + 2]
        for shift = 3, 0, -1 do
            local place = math.floor(bits / 64 ^ shift) % 64 + 1
            text[#text + 1] = BASE64URL:sub(place, place)
        end
    end
    return table.concat(text, "", 1, 43)
end

function clients.escape(text)
    return (text:gsub("[^%w%-._~]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

-- Values of a request: each is made when a template first names it, and stays the same within the request.

local makers = {
    id = guid,
    ID = function(values) return values.id:upper() end,
    state = function() return characters(BASE64URL, 22) end,
    nonce = function() return characters(HEX, 64) end,
    verifier = function() return characters(BASE64URL, 43) end,
    challenge = function(values) return challenge(values.verifier) end,
    port = function() return random(49152, 65535) end,
    -- How many answers a client took from its cache since its last request, as telemetry tells.
    hits = function() return random(0, 40) end,
    number = function(values) return random(values.count) end,
    application = function(values) return string.format("d0000000-0000-4000-8000-%012d", values.number) end,
    secret = function(values) return "secret-" .. values.number end,
    user = function(values) return "user" .. values.number .. "@contoso.com" end,
    origin = function() return "http://localhost:" .. ({3000, 4200, 5173, 8081})[random(4)] end,
    -- How a metadata request names the tenant.
    tenant = function(values) return values.tenants[random(#values.tenants)] end,
}

-- A table of values, which has those of `known` from the start.
function clients.values(known)
    return setmetatable({}, {__index = function(values, name)
        local value = known[name]
        if value == nil then
            value = makers[name](values)
            rawset(values, name, value)
        end
        return value
    end})
end

-- Cuts a template into its texts and the names between them: texts have odd places.
local function pieces(template)
    local found, last = {}, 1
    for start, name, after in template:gmatch("(){(%a+)}()") do
        found[#found + 1] = template:sub(last, start - 1)
        found[#found + 1] = name
        last = after
    end
    found[#found + 1] = template:sub(last)
    return found
end

local function fill(found, values)
    local text = {}
    for place = 1, #found, 2 do
        text[place] = found[place]
        if found[place + 1] then text[place + 1] = values[found[place + 1]] end
    end
    return table.concat(text)
end

-- Reads a template: the request line and the headers, a line each; after an empty line the fields of the form, a line each.
-- The result makes the bytes of a request from values.
local function request(template)
    local head, body = template:match("^(.-\n)\n(.*)\n$")
    head = (head or template):gsub("\n", "\nHost: {host}\n", 1)
    if not body then
        local all = pieces(((head .. "\n"):gsub("\n", "\r\n")))
        return function(values) return fill(all, values) end
    end
    head = pieces(((head .. "Content-Type: application/x-www-form-urlencoded\nContent-Length: "):gsub("\n", "\r\n")))
    body = pieces((body:gsub("\n", "&")))
    return function(values)
        local form = fill(body, values)
        return fill(head, values) .. #form .. "\r\n\r\n" .. form
    end
end

local function requests(templates)
    for place, template in ipairs(templates) do templates[place] = request(template) end
    return templates
end

-- Headers that several requests share.

local PYTHON = "User-Agent: python-requests/2.32.3\nAccept-Encoding: gzip, deflate\nAccept: */*\nConnection: keep-alive\n"
local MSAL_PYTHON = PYTHON:gsub("%*/%*", "application/json") ..
    "x-client-sku: MSAL.Python\nx-client-ver: 1.39.0\nx-client-os: linux\nx-ms-lib-capability: retry-after, h429\n" ..
    "client-request-id: {id}\nx-client-current-telemetry: 4|{api}|\nx-client-last-telemetry: 4|{hits}|||\n"
local MSAL_NET_BASE = "x-client-SKU: MSAL.NetCore\nx-client-Ver: 4.66.2.0\nx-client-CPU: X64\nx-client-OS: Linux 6.1.0\n" ..
    "client-request-id: {id}\nreturn-client-request-id: true\nAccept: application/json\n"
local MSAL_NET = MSAL_NET_BASE .. "x-client-current-telemetry: 5|{api},2,,,|0,1,1\n" ..
    "x-client-last-telemetry: 5|{hits}|||\nx-ms-lib-capability: retry-after, h429\n"
local MSAL_JAVA_BASE = "x-client-SKU: MSAL.Java\nx-client-VER: 1.17.2\nx-client-OS: Linux\nx-client-CPU: amd64\n" ..
    "return-client-request-id: true\nclient-request-id: {id}\nx-ms-lib-capability: retry-after, h429\n" ..
    "User-Agent: Java/17.0.13\nAccept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2\nConnection: keep-alive\n"
local MSAL_JAVA = MSAL_JAVA_BASE .. "x-client-current-telemetry: 5|{api},2|\nx-client-last-telemetry: 5|{hits}|||\n"
local MSAL_GO = "User-Agent: Go-http-client/1.1\nAccept-Encoding: identity\nClient-Request-Id: {id}\n" ..
    "Return-Client-Request-Id: false\nX-Client-Cpu: amd64\nX-Client-Os: linux\nX-Client-Sku: MSAL.Go\nX-Client-Ver: 1.6.0\n"
local MSAL_IOS_BASE = "Accept: application/json\nx-ms-PkeyAuth+: 1.0\nclient-request-id: {ID}\nreturn-client-request-id: true\n" ..
    "x-client-SKU: MSAL.iOS\nx-client-Ver: 1.6.3\nx-client-OS: 17.5\nx-client-CPU: 64\nx-client-DM: iPhone\n" ..
    "x-app-name: Contoso\nx-app-ver: 1.0\nUser-Agent: Contoso/1 CFNetwork/1496.0.7 Darwin/23.5.0\n" ..
    "Accept-Language: en-US,en;q=0.9\nAccept-Encoding: gzip, deflate, br\nConnection: keep-alive\n"
local MSAL_IOS = MSAL_IOS_BASE .. "x-client-current-telemetry: 4|{api},2|\nx-client-last-telemetry: 4|{hits}|||\n"
local NODE = "Accept: application/json\nAccept-Language: *\nSec-Fetch-Mode: cors\nUser-Agent: node\n" ..
    "Accept-Encoding: gzip, deflate\nConnection: keep-alive\n"
local NODE_FORM = "x-client-SKU=msal.js.node\nx-client-VER=2.16.2\nx-client-OS=linux\nx-client-CPU=x64\n" ..
    "x-ms-lib-capability=retry-after, h429\nx-client-current-telemetry=5|{api},2,,,|,\n" ..
    "x-client-last-telemetry=5|{hits}|||0,0\nclient-request-id={id}\n"
local ASPNET = "x-client-SKU: ID_NET8_0\nx-client-Ver: 8.5.0.0\n"
local OPENID_CLIENT = NODE:gsub("User%-Agent: node", "User-Agent: openid-client/v6.1.7")
local JAVA = "Accept: application/json, application/*+json\nUser-Agent: Java/17.0.13\nConnection: keep-alive\n"
local GO = "User-Agent: Go-http-client/1.1\nAccept-Encoding: gzip\n"
local CHROME = "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 " ..
    "Safari/537.36\nAccept-Encoding: gzip, deflate, br, zstd\nAccept-Language: en-US,en;q=0.9\nConnection: keep-alive\n"
local FETCH = 'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"\nsec-ch-ua-mobile: ?0\nsec-ch-ua-platform: "Linux"\n' ..
    "Accept: */*\nOrigin: {origin}\nSec-Fetch-Site: same-site\nSec-Fetch-Mode: cors\nSec-Fetch-Dest: empty\n" ..
    "Referer: {origin}/\n" .. CHROME
local PAGE = "Upgrade-Insecure-Requests: 1\nAccept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif," ..
    "image/webp,*/*;q=0.8\nSec-Fetch-Mode: navigate\nSec-Fetch-User: ?1\nSec-Fetch-Dest: document\n"
local SAFARI = "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " ..
    "Version/17.5 Mobile/15E148 Safari/604.1\nAccept-Encoding: gzip, deflate, br\nAccept-Language: en-US,en;q=0.9\n" ..
    "Connection: keep-alive\n"

local TOKEN = "POST /{directory}/oauth2/v2.0/token HTTP/1.1\n"
local INSTANCE = "GET /common/discovery/instance?api-version=1.1&authorization_endpoint=" ..
    "https%3A%2F%2F{host}%2F{directory}%2Foauth2%2Fv2.0%2Fauthorize HTTP/1.1\n"
local DISCOVERY = "GET /{tenant}/v2.0/.well-known/openid-configuration HTTP/1.1\n"
local KEYS = "GET /{tenant}/discovery/v2.0/keys HTTP/1.1\n"

local function of_application(request_line)
    return (request_line:gsub(" HTTP", "?appid={application} HTTP"))
end

-- Loads of single requests. An instance discovery is how MSAL for .NET, Java and iOS begin.

clients.discovery = requests {
    DISCOVERY .. PYTHON,
    INSTANCE .. MSAL_NET_BASE,
    INSTANCE .. MSAL_JAVA_BASE,
    INSTANCE .. MSAL_IOS_BASE,
    DISCOVERY .. MSAL_IOS_BASE,
    DISCOVERY:gsub(" HTTP", "? HTTP") .. MSAL_GO,      -- with an empty query
    DISCOVERY .. FETCH,
    DISCOVERY .. NODE,
    DISCOVERY .. ASPNET,
    of_application(DISCOVERY) .. ASPNET,
    DISCOVERY .. OPENID_CLIENT,
    DISCOVERY .. JAVA,
    DISCOVERY .. GO,
}

clients.keys = requests {
    KEYS .. "User-Agent: Python-urllib/3.12\nAccept-Encoding: identity\n",
    KEYS .. PYTHON,
    KEYS .. NODE,
    KEYS .. FETCH,
    KEYS .. ASPNET,
    of_application(KEYS) .. ASPNET,
    KEYS .. JAVA,
    KEYS .. GO,
}

local DAEMON = "client_id={application}\nclient_secret={secret}\nscope=api%3A%2F%2Forders%2F.default\n" ..
    "grant_type=client_credentials\n"

local function call(api, text)
    return (text:gsub("{api}", api))
end

clients.credentials = requests {
    TOKEN .. call("730", MSAL_PYTHON) .. "\n" .. DAEMON .. "client_info=1\n",
    TOKEN .. call("1004", MSAL_NET) .. "\n" .. DAEMON,
    TOKEN .. call("730", MSAL_JAVA) .. "\n" .. DAEMON .. "client_info=1\n",
    TOKEN .. NODE .. "\n" .. DAEMON .. call("771", NODE_FORM),
    TOKEN .. MSAL_GO .. "\n" .. DAEMON,
    TOKEN .. JAVA .. "\n" .. DAEMON,
}

clients.password = requests {
    TOKEN .. call("301", MSAL_PYTHON) .. "\nclient_id=aaaaaaaa-0000-4000-8000-000000000001\ngrant_type=password\n" ..
        "username={user}\npassword=Understudy%211\nscope=api%3A%2F%2Forders%2FOrders.Read\nclient_info=1\n",
}

-- Journeys: what one user does with one native client. `native`, `user`, `cookie`, `refresh` and `code` are known by then.

local SCOPE = "scope=api%3A%2F%2Forders%2FOrders.Read+offline_access+openid+profile"
local AUTHORIZE = "/{directory}/oauth2/v2.0/authorize?client_id={native}&response_type=code&" .. SCOPE ..
    "&state={state}&code_challenge={challenge}&code_challenge_method=S256&client_info=1&login_hint={user}"
local LOOPBACK = "&redirect_uri=http%3A%2F%2Flocalhost%3A{port}"
local APPLE = "&redirect_uri=msauth.com.contoso.bench%3A%2F%2Fauth"
local REDEEM = "client_id={native}\ngrant_type=authorization_code\ncode={code}\ncode_verifier={verifier}\nclient_info=1\n" ..
    SCOPE .. "\n"
local REFRESH = "client_id={native}\ngrant_type=refresh_token\nrefresh_token={refresh}\nclient_info=1\n" .. SCOPE .. "\n"

-- A journey by its authorize address, the headers of its browser, and the requests for tokens.
local function journey(address, browser, redeem, refresh)
    local function visit(method, more) return method .. " " .. address .. " HTTP/1.1\n" .. PAGE .. more .. browser end
    return {
        first = request(visit("GET", "Sec-Fetch-Site: none\n")),
        again = request(visit("GET", "Sec-Fetch-Site: none\nCookie: {cookie}\n")),
        password = request(visit("POST", "Sec-Fetch-Site: same-origin\nOrigin: http://{host}\nCookie: {cookie}\n")
            .. "\nflowToken={flow}\npasswd=Understudy%211\n"),
        redeem = request(redeem),
        refresh = request(refresh),
    }
end

local function redirect(where)
    return (where:gsub("^&", "")) .. "\n"
end

clients.journeys = {
    journey(AUTHORIZE .. LOOPBACK .. "&nonce={nonce}", CHROME,
        TOKEN .. call("832", MSAL_PYTHON) .. "\n" .. REDEEM .. redirect(LOOPBACK),
        TOKEN .. call("84,3", MSAL_PYTHON) .. "\n" .. REFRESH),
    journey(AUTHORIZE .. LOOPBACK .. "&client-request-id={id}&x-client-sku=MSAL.NetCore&x-client-ver=4.66.2.0&haschrome=1", CHROME,
        TOKEN .. call("1005", MSAL_NET) .. "\n" .. REDEEM .. redirect(LOOPBACK),
        TOKEN .. call("1007", MSAL_NET) .. "\n" .. REFRESH),
    journey(AUTHORIZE .. APPLE .. "&client-request-id={ID}&return-client-request-id=true&x-client-SKU=MSAL.iOS&x-client-Ver=1.6.3" ..
        "&x-client-OS=17.5&x-client-CPU=64&x-client-DM=iPhone&x-app-name=Contoso&x-app-ver=1.0&haschrome=1", SAFARI,
        TOKEN .. call("160", MSAL_IOS) .. "\n" .. REDEEM .. redirect(APPLE),
        TOKEN .. call("31", MSAL_IOS) .. "\n" .. REFRESH .. redirect(APPLE)),
    journey(AUTHORIZE .. LOOPBACK .. "&nonce={nonce}&client-request-id={id}&x-client-SKU=msal.js.node&x-client-VER=2.16.2" ..
        "&x-client-OS=linux&x-client-CPU=x64&response_mode=query", CHROME,
        TOKEN .. NODE .. "\n" .. REDEEM .. redirect(LOOPBACK) .. call("863", NODE_FORM),
        TOKEN .. NODE .. "\n" .. REFRESH .. call("872", NODE_FORM)),
}

-- What a thread of a load begins with: options as `name=value`, and random numbers of its own. Metadata is asked for by each
-- name in `tenants`; tokens are of the first.
function clients.start(arguments)
    local options = {host = wrk.host .. ":" .. wrk.port}
    for _, argument in ipairs(arguments) do
        local name, value = argument:match("^(%w+)=(.*)$")
        options[name] = tonumber(value) or value
    end
    local tenants = {}
    for tenant in options.tenants:gmatch("[^,]+") do tenants[#tenants + 1] = tenant end
    options.tenants, options.directory = tenants, tenants[1]
    local seed, source = 0, assert(io.open("/dev/urandom", "rb"))
    for _, byte in ipairs({source:read(6):byte(1, 6)}) do seed = seed * 256 + byte end
    source:close()
    math.randomseed(seed)
    return options
end

return clients
