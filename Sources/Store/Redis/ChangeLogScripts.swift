/// The scripts of the change log.
enum ChangeLogScripts {
    /// The number of deleted documents that the log remembers. A reader that is further behind reads everything.
    static let maximumRemoved = 10_000

    /// Begins a new epoch if the store has no change log or may have lost a part of it. Arguments: the store's run ID; whether
    /// the store logs every write; the ID of the new epoch; a number that the epoch begins above; the highest number that was
    /// seen in the store; and the key of the revocation of everything issued before, with its content before and after the
    /// sequence number.
    ///
    /// Numbers rise across all epochs, so a lower number than the highest one means that the store went back to an earlier
    /// state. A restarted store is complete only if it logs every write. Otherwise marks of used values may be missing, and the
    /// values could be used again.
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
        \(RedisScript.placeholders)
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

    /// Reads the documents after an offset. Arguments: epoch and number of the reader's offset, or an empty string and 0.
    /// Returns the head, whether the documents are complete, and keys and contents in turn. Returns an empty list if there is
    /// no head, or if the head has a lower number than the reader, in any epoch.
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

    /// Writes documents. Arguments: the head that the decision is based on; then for each document the key, the content, and
    /// whether the content exists. Returns the new head, or nothing if the head has changed.
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
        while redis.call('ZCARD', gone) > \(maximumRemoved) do
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
