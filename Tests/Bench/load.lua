-- wrk script of scripts/bench: GET, or POST of the form given as the one argument after `--`.

function init(arguments)
    if arguments[1] then
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
        wrk.body = arguments[1]
    end
end

-- Prints: RESULT requests microseconds failures p99-microseconds
function done(summary, latency, requests)
    local errors = summary.errors
    local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    print(string.format("RESULT %d %d %d %d", summary.requests, summary.duration, failures, latency:percentile(99)))
end
