import { NAMESPACE_SEPARATOR } from '../redis/keys.ts';
import type { RedisLink } from '../redis/link.ts';
import type { Script } from '../redis/scripts.ts';
import {
  accountName,
  type Batch,
  type Ledger,
  type LedgerLine,
  LedgerTotals,
  MS_PER_HOUR,
  readLedgerLine,
  SUM_NAMES,
  sumValues,
} from './ledger.ts';

/** Where a `RedisLedger` is, and how long it keeps. */
export interface RedisLedgerOptions {
  readonly link: Pick<RedisLink, 'run' | 'call'>;
  /** What its keys begin with: replicas with the same one add up. */
  readonly namespace: string;
  readonly keepDays: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const HOURS_PER_DAY = 24;
/** How long a batch can be tried again without counting twice. */
const WRITER_SECONDS = 7 * 86_400;
/** Longer than for the cache: no request waits for the ledger. */
const TIMEOUT_MS = 5_000;

/**
 * Adds lines to the hashes of their days, once for each batch of a writer. A hash has a field an account, its sums
 * separated by blanks: a field for each sum would take several times the memory. Days have no expiry, so that a Redis
 * that evicts keys with one, as those of the cache, keeps the bill; the first line of a day removes those that are too
 * old.
 *
 * Keys: the writer's last number, the set of days, and the hash of each day in the batch. Values: number, seconds to
 * keep the writer, the oldest day to keep, the name of a day's hash without the day, then of each line the day, the
 * index of its hash, the field and the sums.
 */
const ADD_LINES: Script<'added' | 'known'> = {
  text: `
local last = tonumber(redis.call('GET', KEYS[1]) or '0')
if last >= tonumber(ARGV[1]) then return 0 end
local width = ${SUM_NAMES.length}
local isNewDay = false
for at = 5, #ARGV, 3 + width do
  local key, field = KEYS[2 + tonumber(ARGV[at + 1])], ARGV[at + 2]
  if redis.call('SADD', KEYS[2], ARGV[at]) == 1 then isNewDay = true end
  local before, sums = {}, {}
  for value in string.gmatch(redis.call('HGET', key, field) or '', '%d+') do
    before[#before + 1] = tonumber(value)
  end
  for i = 1, width do
    sums[i] = string.format('%.0f', (before[i] or 0) + tonumber(ARGV[at + 2 + i]))
  end
  redis.call('HSET', key, field, table.concat(sums, ' '))
end
if isNewDay then
  for _, day in ipairs(redis.call('SMEMBERS', KEYS[2])) do
    if tonumber(day) < tonumber(ARGV[3]) then
      redis.call('DEL', ARGV[4] .. day)
      redis.call('SREM', KEYS[2], day)
    end
  end
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1`,
  read: (reply) => (reply === 1 ? 'added' : 'known'),
};

/** A ledger on Redis that replicas share. */
export class RedisLedger implements Ledger {
  readonly #options: RedisLedgerOptions;

  constructor(options: RedisLedgerOptions) {
    this.#options = options;
  }

  async add({ lines, number, writer }: Batch): Promise<void> {
    const days = [...new Set(lines.map(dayOf))];
    const keys = [this.#key(`writer:${writer}`), this.#key('days'), ...days.map(this.#dayKey)];
    const values = lines.flatMap((line) => [
      dayOf(line),
      days.indexOf(dayOf(line)) + 1,
      accountName(line),
      ...sumValues(line),
    ]);
    const settings = [number, WRITER_SECONDS, this.#oldestDay(), this.#dayKey('')];
    await this.#options.link.run(ADD_LINES, keys, [...settings, ...values], TIMEOUT_MS);
  }

  async read(sinceHour: number): Promise<readonly LedgerLine[]> {
    const { link } = this.#options;
    const days = await link.call((client) => client.sMembers(this.#key('days')), TIMEOUT_MS);
    const sums = new LedgerTotals();
    for (const day of days.map(Number).sort((one, other) => one - other)) {
      if (day < Math.max(dayOf({ hour: sinceHour }), this.#oldestDay())) continue;
      const fields = await link.call((client) => client.hGetAll(this.#dayKey(day)), TIMEOUT_MS);
      for (const [name, text] of Object.entries(fields)) {
        const line = readLedgerLine(name, String(text).split(' ').map(Number));
        if (line && line.hour >= sinceHour) sums.add(line, line);
      }
    }
    return sums.lines();
  }

  #oldestDay(): number {
    const { keepDays, now } = this.#options;
    return dayOf({ hour: now() / MS_PER_HOUR }) - keepDays;
  }

  readonly #dayKey = (day: number | '') => this.#key(`day:${day}`);

  /** The braces keep all keys in one slot of a cluster, as the script needs them. */
  #key(name: string): string {
    return `${this.#options.namespace}${NAMESPACE_SEPARATOR}{bill}:${name}`;
  }
}

function dayOf({ hour }: { readonly hour: number }): number {
  return Math.floor(hour / HOURS_PER_DAY);
}
