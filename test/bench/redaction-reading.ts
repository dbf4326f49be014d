/**
 * `npm run bench -- redaction-reading`: how many characters the detectors read for each character of a text, for every
 * lead in all surroundings and nestings, of which `test/redaction/reading.test.ts` tries a sample. Goal: 250 at most,
 * and as many however long the text is.
 */
import type { RedactionProfile } from '../../src/redaction/detectors.ts';
import { StringRedaction } from '../../src/redaction/rows/string-redaction.ts';
import {
  joinedLeads,
  leadsOf,
  nestedLeads,
  repeated,
  surroundedLeads,
} from '../redaction/hostile-texts.ts';

const LENGTHS = [6_000, 24_000, 96_000];
const JOINED = 10_000;
const WORST = 10;

function unitsOf(profile: RedactionProfile): readonly string[] {
  return [
    ...leadsOf(profile),
    ...surroundedLeads(profile),
    ...nestedLeads(profile),
    ...joinedLeads(profile, JOINED),
  ];
}

for (const profile of ['default', 'extended'] as const) {
  const strings = new StringRedaction(profile);
  const ratio = (unit: string, length: number) => {
    const text = repeated(unit, length);
    const before = strings.charactersRead;
    strings.redact(text, '');
    return (strings.charactersRead - before) / text.length;
  };
  const [first = 0, ...others] = LENGTHS;
  const read = unitsOf(profile).map((unit) => ({ unit, ratio: ratio(unit, first) }));
  const worst = read.toSorted((a, b) => b.ratio - a.ratio).slice(0, WORST);
  const grown = read.filter((one) => ratio(one.unit, 4 * first) > 1.1 * one.ratio + 1);
  process.stdout.write(
    `${profile}: ${read.length} texts, ${grown.length} read more often if longer\n`,
  );
  for (const one of [...worst, ...grown]) {
    const ratios = [one.ratio, ...others.map((length) => ratio(one.unit, length))];
    const list = ratios.map((each) => each.toFixed(1)).join(', ');
    process.stdout.write(`${JSON.stringify(one.unit)}: ${list} at ${LENGTHS.join(', ')}\n`);
  }
  if (grown.length > 0) process.exitCode = 1;
}
