import Formats

/// The scripts of the operations that write no documents. The first argument of each script is the epoch. Times are seconds
/// with a fraction.
enum OperationScripts {
    /// Adds a single-use mark if it does not exist and there is room. Arguments: the mark, its expiry, the current time. Removes
    /// some expired marks first. Returns 1 if the mark was added, otherwise whether the mark exists and whether there is room,
    /// from which `Redemption.decide` derives the result. The script is a compare-and-set that needs no read before, because
    /// nearly every value is new and has room.
    static let mark = RedisScript.operation(
        [.redeemed], isChange: true,
        """
        local function hasRoom() return redis.call('ZCARD', redeemed) <= \(MemoryStore.maximumRedemptions) end
        local old = redis.call('ZRANGEBYSCORE', redeemed, '-inf', ARGV[4], 'LIMIT', 0, hasRoom() and 4 or 64)
        if #old > 0 then redis.call('ZREM', redeemed, unpack(old)) end
        local isMarked, room = redis.call('ZSCORE', redeemed, ARGV[2]), hasRoom()
        if isMarked or not room then return {isMarked and 1 or 0, room and 1 or 0} end
        redis.call('ZADD', redeemed, ARGV[3], ARGV[2])
        return 1
        """)

    /// Returns 1 if the mark exists, otherwise 0. Argument: the mark.
    static let isRedeemed = RedisScript.operation(
        [.redeemed], "return redis.call('ZSCORE', redeemed, ARGV[2]) and 1 or 0")

    /// The Lua function `drop(id)`, which removes an authorization.
    private static let drop = """
        local function drop(id)
          local packed = redis.call('HGET', authorizations, id)
          if packed then
            local known = cjson.decode(packed)
            redis.call('HDEL', codes, known.code)
            redis.call('DECRBY', volume, known.volume)
            local left = redis.call('HINCRBY', shares, known.authority, -known.volume - \(DeviceLimits.overhead))
            if left <= 0 then redis.call('HDEL', shares, known.authority) end
          end
          for _, place in ipairs({authorizations, polls, decisions}) do redis.call('HDEL', place, id) end
          redis.call('ZREM', devices, id)
        end

        """

    private static let device: [RedisScript.Key] = [
        .devices, .started, .authorizations, .codes, .polls, .decisions, .volume, .shares,
    ]

    /// The transaction that adds an authorization.
    static let start = RedisScript.transaction(device)

    /// The Lua expressions of what the transaction of a new authorization reads: the authorization with its user code, the
    /// counter of started ones, the number and the text size of all authorizations.
    private static let usage = """
        redis.call('HGET', codes, ARGV[2]), redis.call('GET', started),
        redis.call('ZCARD', devices), redis.call('GET', volume)
        """

    /// Removes the oldest authorizations up to the first that expires later. Arguments: the user code of a new one, and the latest
    /// expiry to remove. Returns the usage.
    static let removeExpiredDevices = RedisScript.operation(
        device,
        drop + """
            while true do
              local oldest = redis.call('ZRANGE', devices, 0, 0)[1]
              if not oldest or cjson.decode(redis.call('HGET', authorizations, oldest)).expiry > tonumber(ARGV[3]) then break end
              drop(oldest)
            end
            return {\(usage)}
            """)

    /// Removes the oldest authorization of an authority, unless others changed the usage meanwhile. Arguments: the user code of a
    /// new one, the number and text size that the decision is based on, the authority. Returns the usage and the weights of the
    /// authorities.
    static let removeOldestDevice = RedisScript.operation(
        device,
        drop + """
            local function removeOldest()
              local first = 0
              while true do
                local ids = redis.call('ZRANGE', devices, first, first + 99)
                if #ids == 0 then return drop(redis.call('ZRANGE', devices, 0, 0)[1]) end
                for _, id in ipairs(ids) do
                  if cjson.decode(redis.call('HGET', authorizations, id)).authority == ARGV[5] then return drop(id) end
                end
                first = first + 100
              end
            end
            local isUnchanged = tostring(redis.call('ZCARD', devices)) == ARGV[3]
              and (redis.call('GET', volume) or '0') == ARGV[4]
            if isUnchanged and ARGV[3] ~= '0' then removeOldest() end
            return {\(usage), redis.call('HGETALL', shares)}
            """)

    /// The transaction of polls and decisions.
    static let polls = RedisScript.transaction([.authorizations, .polls, .decisions])
    /// The transaction of entered user codes.
    static let userCodes = RedisScript.transaction([.authorizations, .codes, .polls, .decisions, .tries, .guesses])
    /// The transaction of counts.
    static let counts = RedisScript.transaction([.counts, .ends])

    /// Removes at most 1,000 counts if there are more than a maximum: counts of one owner that have ended, or else those of any
    /// owner that end first.
    /// Arguments: the owner, the current time, the maximum.
    static let removeCounts = RedisScript.operation(
        [.counts, .ends],
        """
        local owner, most, old = ARGV[2] .. ' ', tonumber(ARGV[4]), {}
        if redis.call('HLEN', counts) <= most then return 0 end
        for _, event in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', ARGV[3], 'LIMIT', 0, 1000)) do
          if string.sub(event, 1, #owner) == owner then old[#old + 1] = event end
        end
        if #old == 0 then old = redis.call('ZRANGE', ends, 0, math.min(999, math.floor(most / 8))) end
        redis.call('ZREM', ends, unpack(old))
        return redis.call('HDEL', counts, unpack(old))
        """)

    /// Forgets an event. Argument: the event.
    static let forget = RedisScript.operation(
        [.counts, .ends],
        """
        redis.call('ZREM', ends, ARGV[2])
        return redis.call('HDEL', counts, ARGV[2])
        """)

    /// Forgets the data of a tenant, or all data. Argument: the tenant, or an empty string for everything.
    static let reset = RedisScript.operation(
        device + [.redeemed, .tries, .guesses, .counts, .ends],
        drop + """
            if ARGV[2] == '' then
              redis.call('DEL', devices, started, authorizations, codes, polls, decisions, volume, shares)
              redis.call('DEL', redeemed, tries, guesses, counts, ends)
              \(RedisScript.placeholders)
              return 1
            end
            for _, id in ipairs(redis.call('ZRANGE', devices, 0, -1)) do
              local known = cjson.decode(redis.call('HGET', authorizations, id))
              if (known.tenant or known.authority) == ARGV[2] then drop(id) end
            end
            for _, place in ipairs(redis.call('ZRANGE', guesses, 0, -1)) do
              if string.sub(place, 1, #ARGV[2] + 1) == ARGV[2] .. ' ' then redis.call('ZREM', guesses, place) end
            end
            for _, event in ipairs(redis.call('ZRANGE', ends, 0, -1)) do
              if string.sub(event, 1, #ARGV[2] + 1) == ARGV[2] .. ' ' then
                redis.call('ZREM', ends, event)
                redis.call('HDEL', counts, event)
              end
            end
            return 0
            """)
}
