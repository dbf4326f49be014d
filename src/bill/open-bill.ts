import { join } from 'node:path';
import type { Logger } from 'pino';
import { withDeadline } from '../async/deadline.ts';
import { Counters } from '../cache/counters.ts';
import { createRedisClient } from '../redis/client.ts';
import { RedisLink } from '../redis/link.ts';
import { Bill } from './bill.ts';
import { FileLedger } from './file-ledger.ts';
import type { Ledger } from './ledger.ts';
import { RedisLedger } from './redis-ledger.ts';

/** Opens the bill of a service and begins to write it. */
export function openBill(place: LedgerPlace, link: RedisLink | undefined, log: Logger): Bill {
  const bill = new Bill({
    ledger: createLedger(place, link),
    now: Date.now,
    onState: (error) =>
      error
        ? log.warn({ err: error }, 'the bill cannot be written; it stays in memory until it can')
        : log.info('the bill is written again'),
    onLost: (accounts) => log.error({ accounts }, 'a part of the bill could not be written'),
  });
  bill.start();
  return bill;
}

/** Where the ledger of a service is. */
export interface LedgerPlace {
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
  readonly cacheNamespace: string;
  /** How many days it keeps. */
  readonly billDays: number;
}

const CALL_MS = 5_000;
const CONNECT_MS = 5_000;

/** The ledger on the Redis that replicas share, or without one in the data folder. */
function createLedger(
  { billDays: keepDays, cacheNamespace: namespace, dataDir }: LedgerPlace,
  link: RedisLink | undefined,
): Ledger {
  const now = Date.now;
  return link
    ? new RedisLedger({ link, namespace, keepDays, now })
    : new FileLedger({ folder: join(dataDir, 'bill'), keepDays, now });
}

/** Reads with the ledger of a service, also while that is running; rejects if Redis does not answer. */
export async function withLedger<Result>(
  place: LedgerPlace,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  if (!place.redisUrl) return work(createLedger(place, undefined));
  const { promise: isUp, resolve } = Promise.withResolvers<void>();
  const link = new RedisLink(createRedisClient(place.redisUrl), {
    timeoutMs: CALL_MS,
    counters: new Counters(),
    onState: (state) => state === 'up' && resolve(),
  });
  try {
    const error = () => new Error('Cannot read the bill: Redis does not answer');
    await withDeadline({ ms: CONNECT_MS, error }, () => isUp);
    return await work(createLedger(place, link));
  } finally {
    await link.close();
  }
}
