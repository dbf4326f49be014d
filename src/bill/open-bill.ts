import type { Logger } from 'pino';
import type { RedisLink } from '../cache/redis/link.ts';
import { Bill } from './bill.ts';
import { createLedger, type LedgerPlace } from './open-ledger.ts';

/** Opens the bill of a service and begins to write it. */
export function openBill(place: LedgerPlace, link: RedisLink | undefined, log: Logger): Bill {
  const bill = new Bill({
    ledger: createLedger(place, link),
    now: Date.now,
    onState: (error) =>
      error
        ? log.warn({ err: error }, 'the bill cannot be written; it is kept in memory until it can')
        : log.info('the bill is written again'),
    onLost: (accounts) => log.error({ accounts }, 'a part of the bill could not be written'),
  });
  bill.start();
  return bill;
}
