import { BEFORE_WORD, beginsWord } from '../../text/boundary.ts';
import { BLANK } from '../../text/char-codes.ts';
import { isIn, WORD } from '../../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../../text/detector.ts';
import { Pattern } from '../../text/pattern.ts';
import type { Scan } from '../../text/scan.ts';
import formats from './formats.json' with { type: 'json' };

/** A row of characters without a maximum length, and what follows it. */
interface Run {
  readonly end: Pattern;
  readonly minLength: number;
  readonly tail: Pattern;
}

/** A form: the start of its keys, the first two characters of which are triggers, and what follows it. */
interface FixedForm {
  readonly lead: string;
  /** The code of the lead's third character, which rules out most words; 0 if it has two. */
  readonly third: number;
  readonly rest: Pattern;
  /** What follows `rest`. */
  readonly run: Run | undefined;
}

/** A run in a pattern: it is read once, however many keys could begin in it. */
const RUN = /\[([^\]]+)\]\{(\d+),\}/;

const FORMS: readonly FixedForm[] = formats.fixed.flatMap(({ leads, pattern }) => {
  const [rest = '', characters, minLength, tail = ''] = pattern.split(RUN);
  const run = characters && {
    end: new Pattern(new RegExp(`[^${characters}]`)),
    minLength: Number(minLength),
    tail: new Pattern(new RegExp(tail)),
  };
  const form = { rest: new Pattern(new RegExp(rest)), run: run || undefined };
  return leads.map((lead) => ({ lead, third: lead.charCodeAt(2) || 0, ...form }));
});

/** Forms by the first two characters of their keys, as numbers: most triggers cost one array load and a comparison. */
const GROUP_OF = new Uint8Array(128 * 128);
const GROUPS: FixedForm[][] = [[]];

for (const form of FORMS) {
  const place = placeOf(form.lead.charCodeAt(0), form.lead.charCodeAt(1));
  const group = GROUP_OF[place] || GROUPS.push([]) - 1;
  GROUP_OF[place] = group;
  GROUPS[group]?.push(form);
}

function placeOf(first: number, second: number): number {
  return first * 128 + (second & 127);
}

/** Keys of a fixed form without a separator: `AKIA…`, `AIza…`, `dapi…`. */
export const fixedKey: Detector = {
  name: 'fixed-key',
  confidence: 'certain',
  triggers: Array.from(
    Map.groupBy(FORMS, ({ lead }) => lead.charAt(0)),
    ([char, forms]) => ({
      char,
      next: forms.map(({ lead }) => lead[1]).join(''),
      before: BEFORE_WORD,
    }),
  ),
  leads: FORMS.map(({ lead }) => lead),
  find: findFixedKey,
};

function findFixedKey(scan: Scan, at: number): readonly Span[] {
  const group = GROUP_OF[placeOf(scan.code(at), scan.code(at + 1))] ?? 0;
  for (const form of GROUPS[group] ?? []) {
    if (!startsWithLead(scan, at, form)) continue;
    if (at < scan.end || !beginsWord(scan, at)) return NONE;
    const end = endOfKey(scan, at, form);
    if (end >= 0) return span(at, end);
  }
  return NONE;
}

function startsWithLead(scan: Scan, at: number, { lead, third }: FixedForm): boolean {
  const code = scan.code(at + 2);
  // The trigger is the whole lead; in texts, many of these are followed by a blank, as in "Windows NT 10.0".
  if (third === 0) return code !== BLANK;
  return third === code && (lead.length === 3 || scan.startsWith(lead, at));
}

function endOfKey(scan: Scan, start: number, { lead, rest, run }: FixedForm): number {
  let end = scan.match(rest, start + lead.length);
  if (run && end >= 0) {
    const body = end;
    end = scan.find(run.end, body);
    end = end - body < run.minLength ? -1 : scan.match(run.tail, end);
  }
  return end >= 0 && !isIn(scan.code(end), WORD) ? end : -1;
}
