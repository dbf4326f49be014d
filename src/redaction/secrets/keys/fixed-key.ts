import { BEFORE_WORD, beginsWord } from '../../text/boundary.ts';
import { isIn, WORD } from '../../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../../text/detector.ts';
import { Pattern } from '../../text/pattern.ts';
import type { Scan } from '../../text/scan.ts';

/** One line per form: what its keys start with, and the pattern of the rest. The first two characters are triggers. */
const TABLE = String.raw`
  AKIA ASIA ABIA ACCA               [A-Z2-7]{16}
  A3T                               [A-Z0-9][A-Z2-7]{16}
  ABSK                              [A-Za-z0-9+/]{100,}={0,2}
  IQoJb3JpZ2lu FwoGZXIvYXdz         [\w+/=-]{60,}
  Atza Atzr                         \|[\w-]{80,}
  ATTA                              [0-9a-f]{64}(?:[0-9A-Fa-f]{8})?
  AIza                              [\w-]{30,60}
  ya29.                             [\w-]{20,}
  SK AC                             [0-9a-f]{32}
  AKCp                              [A-Za-z0-9]{60,80}
  cmVmd                             [A-Za-z0-9]{59}
  A3-                               [A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}
  ATATT3 ATCTT3                     [\w=-]{60,}
  ATBB                              [A-Za-z0-9]{32}
  AQVN                              [\w-]{35,38}
  YC                                [\w-]{38}
  AKID IKID                         [A-Za-z0-9]{13,40}
  ALTAK                             -?[A-Za-z0-9]{21}(?:/[0-9a-f]{40})?
  AKLT                              (?=[A-Za-z]{0,40}\d)[\w=-]{30,70}
  LTAI                              [A-Za-z0-9]{12,24}
  AAAAAAAAAAAAAAAAAAAA              A{0,2}[A-Za-z0-9%]{60,110}
  EAAA                              [\w-]{56,64}
  EAA                               [A-Za-z0-9]{80,}
  EZAK EZTK                         [A-Za-z0-9]{54}
  EXO                               (?=[A-Za-z]{0,29}\d)[A-Za-z0-9]{24,30}
  GR1348941                         [\w-]{20}
  MD MT Mj Mz ND NT Nj Nz OD OT Oj Oz [\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}
  pat                               (?:[A-Za-z0-9]{14}\.[0-9a-f]{64}|-[a-z]{2}\d-[0-9a-f-]{36})
  dt0                               [cs]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}
  v1.0-                             [0-9a-f]{24}-[0-9a-f]{100,146}
  r8_                               [A-Za-z0-9]{37}
  s.                                (?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}
  b.AAAAAQ                          [\w-]{100,}
  dapi                              [0-9a-f]{32}(?:-\d)?
  dose                              [0-9a-f]{32}
  cio                               [A-Za-z0-9]{32}
  t1. c1.                           [\w=-]{60,}(?:\.[\w-]{60,120}={0,2})?
  mlsn.                             [0-9a-f]{64}
  mfa.                              [\w-]{60,120}
  oy2                               [a-z0-9]{43}
  ZXlK                              [\w+/-]{40,}={0,2}
  1/ 2/                             \d{15,17}(?:/\d{15,17})?:[0-9a-f]{32}
  1//0                              [\w-]{35,}
  4/0A                              [\w-]{60,}
  dG9rO                             [\w+/]{40,90}={0,2}
  cnvca                             [\w-]{51}
  cflt                              [A-Za-z0-9+/]{60}
  DO00                              [A-Z0-9]{16}
  DO801                             [A-Z0-9]{15}
  4b1d                              (?=[0-9a-f]{0,37}[g-zA-Z])[A-Za-z0-9]{38}
  BSA                               (?=[\w-]{0,30}\d)(?=[\w-]{0,30}[a-z])[\w-]{24,40}
  KEY                               [0-9A-F]{32}_[A-Za-z0-9]{22}
  SCW                               (?=[A-Z]{0,16}\d)[A-Z0-9]{17}
  SSWS                              (?:\x20|\+|%20)00[\w-]{40}
  3MVG9 5Aep861                     [\w.]{60,120}
  sk                                [A-Za-z0-9]{80,}
`;

/** A row of characters without a maximum length, and what follows it. */
interface Run {
  readonly end: Pattern;
  readonly minLength: number;
  readonly tail: Pattern;
}

/** A form: the start of its keys, and what follows it. */
interface FixedForm {
  readonly lead: string;
  /** The code of the lead's third character, which rules out most words; 0 if it has two. */
  readonly third: number;
  readonly rest: Pattern;
  /** What follows `rest`. */
  readonly run: Run | undefined;
}

/** A run in the table: it is read once, however many keys could begin in it. */
const RUN = /\[([^\]]+)\]\{(\d+),\}/;

const FORMS: readonly FixedForm[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const columns = line.trim().split(/\s+(?=\S+$)/);
    const [rest = '', characters, minLength, tail = ''] = (columns[1] ?? '').split(RUN);
    const run = characters && {
      end: new Pattern(new RegExp(`[^${characters}]`)),
      minLength: Number(minLength),
      tail: new Pattern(new RegExp(tail)),
    };
    const form = { rest: new Pattern(new RegExp(rest)), run: run || undefined };
    return (columns[0] ?? '')
      .split(' ')
      .map((lead) => ({ lead, third: lead.charCodeAt(2) || 0, ...form }));
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
  return (third === 0 || third === scan.code(at + 2)) && scan.startsWith(lead, at);
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
