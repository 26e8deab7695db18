/// What the ledger does in the store.
enum LedgerScripts {
    /// Documents that are gone and still known as such: who is behind by more reads everything.
    static let maximumGone = 10_000

    /// Brings the store's memory to a beginning where it has none, or may have lost some. Arguments: the store's run; whether it
    /// keeps a log of every write; the epoch to begin; a number that it begins above; the highest number that the store had; key,
    /// and what comes before and after the order, of the revocation of all that was issued before.
    ///
    /// A memory at a lower number than the store had is an earlier one, of the same epoch or of another: numbers rise over all.
    /// A store that was started anew has all that it had only where it keeps a log of every write: otherwise marks of use may be
    /// missing, and what they stood for would be used twice.
    static let begin = RedisScript(
        RedisScript.Key.allCases,
        """
        local known = redis.call('GET', head)
        local lasts = known and tonumber(string.sub(known, 38)) >= tonumber(ARGV[5])
        if lasts and redis.call('GET', run) ~= ARGV[1] then
          if ARGV[2] == '1' then redis.call('SET', run, ARGV[1]) else lasts = false end
        end
        if lasts then return known end
        local time = redis.call('TIME')
        local number = math.max(tonumber(ARGV[4]), time[1] * 1000 + math.floor(time[2] / 1000))
        local last = known or was
        if last then number = math.max(number, tonumber(string.sub(last, 38))) end
        number = number + 1
        redis.call('DEL', unpack(KEYS))
        \(RedisScript.laid)
        local text = string.format('%.0f', number)
        local content = ARGV[7] .. string.format('%.0f', number * 1048576) .. ARGV[8]
        redis.call('HSET', documents, ARGV[6], content)
        redis.call('ZADD', numbers, text, ARGV[6])
        redis.call('ZADD', born, text, ARGV[6])
        redis.call('SET', floor, text)
        redis.call('SET', run, ARGV[1])
        redis.call('SET', head, ARGV[3] .. ' ' .. text)
        redis.call('PUBLISH', '\(RedisScript.news)', text)
        return ARGV[3] .. ' ' .. text
        """)

    /// Arguments: epoch and number of the reader's place, or nothing and 0. Answers with the head, whether it is whole, and keys
    /// and contents in turn; with nothing where there is no head, or one with a lower number than the reader's, whatever its epoch.
    static let read = RedisScript(
        [.head, .documents, .numbers, .born, .floor],
        """
        local now = redis.call('GET', head)
        if not now then return {} end
        local place = tonumber(ARGV[2])
        if tonumber(string.sub(now, 38)) < place then return {} end
        local whole, from = 1, '-inf'
        if string.sub(now, 1, 36) == ARGV[1] and place >= tonumber(redis.call('GET', floor) or '0') then
          whole, from = 0, '(' .. ARGV[2]
        end
        local keys = redis.call('ZRANGEBYSCORE', whole == 1 and born or numbers, from, '+inf')
        local answer = {now, whole}
        for first = 1, #keys, 1000 do
          local last = math.min(first + 999, #keys)
          local contents = redis.call('HMGET', documents, unpack(keys, first, last))
          for place = first, last do
            answer[#answer + 1] = keys[place]
            answer[#answer + 1] = contents[place - first + 1]
          end
        end
        return answer
        """)

    /// Arguments: the head that was decided on; then of each document the key, the content, and whether there is one. Answers
    /// with the new head, or with nothing where the head was another.
    static let write = RedisScript(
        [.head, .documents, .numbers, .born, .gone, .floor], isChange: true,
        """
        if redis.call('GET', head) ~= ARGV[1] then return false end
        local number = tonumber(string.sub(ARGV[1], 38))
        for place = 2, #ARGV, 3 do
          local key = ARGV[place]
          number = number + 1
          local text = string.format('%.0f', number)
          redis.call('ZADD', numbers, text, key)
          if ARGV[place + 2] == '1' then
            redis.call('HSET', documents, key, ARGV[place + 1])
            redis.call('ZADD', born, 'NX', text, key)
            redis.call('ZREM', gone, key)
          else
            redis.call('HDEL', documents, key)
            redis.call('ZREM', born, key)
            redis.call('ZADD', gone, text, key)
          end
        end
        while redis.call('ZCARD', gone) > \(maximumGone) do
          local oldest = redis.call('ZPOPMIN', gone)
          redis.call('ZREM', numbers, oldest[1])
          redis.call('SET', floor, oldest[2])
        end
        local now = string.sub(ARGV[1], 1, 37) .. string.format('%.0f', number)
        redis.call('SET', head, now)
        redis.call('PUBLISH', '\(RedisScript.news)', string.sub(now, 38))
        return now
        """)
}
