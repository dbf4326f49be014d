import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { FileLedger } from '../../src/bill/file-ledger.ts';
import { HOUR_LINE } from './hour-line.ts';

const [, , folder = ''] = process.argv;
const writer = randomUUID();
// Small, so that a file is rewritten while the process may be killed.
const ledger = new FileLedger({ folder, keepDays: 400, compactBytes: 500, now: Date.now });

/** Writes the number of each batch once it is stored. */
for (let number = 1; ; number += 1) {
  await ledger.add({ writer, number, lines: [HOUR_LINE] });
  writeSync(1, `${number}\n`);
}
