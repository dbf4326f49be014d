import { type LedgerLine, ZERO } from '../../src/bill/ledger.ts';

/** One run of one account. */
export const HOUR_LINE: LedgerLine = {
  hour: 498_000,
  keyId: 'key-1',
  endpoint: 'logs.all',
  via: 'rest',
  ...ZERO,
  runs: 1,
};
