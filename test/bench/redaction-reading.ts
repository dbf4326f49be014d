/**
 * `npm run bench -- redaction-reading`: how many characters the detectors read for each character of a text, for every
 * lead and for a sample of the leads in all surroundings, nestings and joints; `test/redaction/reading.test.ts` tries a
 * smaller one. Goal: 250 at most, and as many (± 10 %) however long the text is.
 *
 * `node test/bench/redaction-reading.ts --seed 7` draws another sample, `--full` tries all, which takes three minutes
 * of one processor.
 */
import { parseArgs } from 'node:util';
import type { RedactionProfile } from '../../src/redaction/detectors.ts';
import { StringRedaction } from '../../src/redaction/rows/string-redaction.ts';
import { Random } from '../fuzz/random.ts';
import {
  joinedLeads,
  leadsOf,
  nestedLeads,
  repeated,
  surroundedLeads,
} from '../redaction/hostile-texts.ts';

const LENGTH = 6_000;
const LONGER = [24_000, 96_000];
const MAX_RATIO = 250;
const JOINED = 10_000;
/** How many texts of each kind are drawn. */
const SAMPLE = 2_000;
/** How many of the texts that are read most often are tried at every length, and printed. */
const WORST = { tried: 200, printed: 10 };

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, full: { type: 'boolean', default: false } },
});
const random = new Random(Number(options.seed));

function some(units: readonly string[]): readonly string[] {
  return options.full ? units : Array.from({ length: SAMPLE }, () => random.pick(units));
}

function unitsOf(profile: RedactionProfile): readonly string[] {
  const units = [
    ...leadsOf(profile),
    ...some(surroundedLeads(profile)),
    ...some(nestedLeads(profile)),
    ...some(joinedLeads(profile, JOINED)),
  ];
  return [...new Set(units)];
}

for (const profile of ['default', 'extended'] as const) {
  const strings = new StringRedaction(profile);
  const ratioAt = (unit: string, length: number) => {
    const text = repeated(unit, length);
    const before = strings.charactersRead;
    strings.redact(text, '');
    return (strings.charactersRead - before) / text.length;
  };
  const [longer = 0] = LONGER;
  const read = unitsOf(profile)
    .map((unit) => ({ unit, ratios: [LENGTH, longer].map((length) => ratioAt(unit, length)) }))
    .sort((a, b) => Math.max(...b.ratios) - Math.max(...a.ratios));
  for (const { unit, ratios } of read.slice(0, WORST.tried)) {
    ratios.push(...LONGER.slice(1).map((length) => ratioAt(unit, length)));
  }
  const wrong = read.filter(({ ratios }) => !isLinear(ratios) || Math.max(...ratios) > MAX_RATIO);
  process.stdout.write(
    `${profile}: ${read.length} texts, of which ${wrong.length} are read too often, or not as often if longer\n`,
  );
  for (const { unit, ratios } of new Set([...read.slice(0, WORST.printed), ...wrong])) {
    const list = ratios.map((ratio) => ratio.toFixed(1)).join(', ');
    process.stdout.write(`  ${list} at ${LENGTH}, ${LONGER.join(', ')}: ${JSON.stringify(unit)}\n`);
  }
  if (wrong.length > 0) process.exitCode = 1;
}

/** Within a tenth of the first, or one where few are read: the ends of a text count for as much as what is repeated. */
function isLinear(ratios: readonly number[]): boolean {
  const [first = 0] = ratios;
  return ratios.every((ratio) => Math.abs(ratio - first) <= Math.max(0.1 * first, 1));
}
