/**
 * `npm run test:walls` tries every wall between callers in its bounded form, `npm run test:walls -- NAME … --long` the
 * named ones in their long form. Prints a line for each; the exit code is 1 when one does not hold.
 */

import { badInput } from './bad-input.ts';
import { fairness } from './fairness.ts';
import { hostile } from './hostile.ts';
import { nonInterference } from './non-interference.ts';
import { oddMessages } from './odd-messages.ts';
import { overload } from './overload.ts';
import { ownTables } from './own-tables.ts';
import type { WallOptions, WallPart } from './part.ts';
import { redaction } from './redaction.ts';
import { rollingRestart } from './rolling-restart.ts';
import { soak } from './soak.ts';

const PARTS: readonly WallPart[] = [
  nonInterference,
  ownTables,
  badInput,
  oddMessages,
  hostile,
  fairness,
  overload,
  redaction,
  rollingRestart,
  soak,
];

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('--'));
const flags = new Set(words.filter((word) => word.startsWith('--')));
const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
if (unknown !== undefined) {
  process.stderr.write(`There is no "${unknown}"; there are ${PARTS.map(({ name }) => name)}\n`);
  process.exit(2);
}
const options: WallOptions = { long: flags.has('--long'), flags };
for (const part of PARTS) {
  if (names.length > 0 && !names.includes(part.name)) continue;
  const begin = performance.now();
  const seconds = () => `${((performance.now() - begin) / 1_000).toFixed(0)} s`;
  try {
    process.stdout.write(`ok   ${part.name}: ${await part.run(options)} (${seconds()})\n`);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stdout.write(`FAIL ${part.name}: ${text} (${seconds()})\n`);
    process.exitCode = 1;
  }
}
