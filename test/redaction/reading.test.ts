import { expect, test } from 'vitest';
import { DETECTORS } from '../../src/redaction/detectors.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { StringRedaction } from '../../src/redaction/rows/string-redaction.ts';
import type { Detector } from '../../src/redaction/text/detector.ts';
import { Pattern } from '../../src/redaction/text/pattern.ts';
import { Scanner } from '../../src/redaction/text/scanner.ts';
import { Random } from '../fuzz/random.ts';
import { joinedLeads, leadsOf, nestedLeads, repeated, surroundedLeads } from './hostile-texts.ts';

/** The most characters that all detectors may read, in all passes, for each character of a text. */
const MAX_RATIO = 250;
const PROFILES = ['default', 'extended'] as const;

/** Characters read for each character of the text. */
type Ratio = (text: string) => number;

function ratioOf(strings: StringRedaction): Ratio {
  return (text) => {
    const before = strings.charactersRead;
    strings.redact(text, '');
    return (strings.charactersRead - before) / text.length;
  };
}

/** The units whose texts are read too often, or more often the longer they are. */
function superlinear(
  units: readonly string[],
  ratio: Ratio,
  lengths: readonly number[],
): unknown[] {
  return units.flatMap((unit) => {
    const ratios = lengths.map((length) => ratio(repeated(unit, length)));
    const [first = 0] = ratios;
    // Few characters are read of any length: the ends of the text count for as much as what is repeated.
    const isEqual = ratios.every((one) => Math.abs(one - first) <= Math.max(0.1 * first, 1));
    return isEqual && ratios.every((one) => one <= MAX_RATIO) ? [] : [{ unit, ratios }];
  });
}

test.each(PROFILES)('detectors of the %s profile have leads', (profile) => {
  expect(DETECTORS[profile].filter(({ leads }) => leads.length === 0)).toEqual([]);
  expect(leadsOf(profile).length).toBeGreaterThan(400);
});

/** How many of the texts of a kind are tried: `npm run bench -- redaction-reading` tries more. */
const SAMPLE = { default: 60, extended: 400 };

test.each(PROFILES)(
  'detectors of the %s profile read as often, however long the text',
  (profile) => {
    const ratio = ratioOf(new StringRedaction(profile));
    const random = new Random(3);
    const size = SAMPLE[profile];
    const some = (units: readonly string[]) =>
      Array.from({ length: size }, () => random.pick(units));
    const units = [
      // Some of its addresses were hidden in each of eight passes.
      '\\na/1.1.1.1 (',
      ...leadsOf(profile),
      ...some(surroundedLeads(profile)),
      ...some(nestedLeads(profile)),
      ...joinedLeads(profile, size),
    ];
    const ratios = new Map(units.map((unit) => [unit, ratio(repeated(unit, 6_000))]));
    const worst = units
      .toSorted((a, b) => (ratios.get(b) ?? 0) - (ratios.get(a) ?? 0))
      .slice(0, 20);

    expect(superlinear(units, ratio, [6_000, 24_000])).toEqual([]);
    expect(superlinear(worst, ratio, [6_000, 24_000, 96_000])).toEqual([]);
  },
);

/** A text in JSON in JSON. */
function nested(text: string, depth: number, end: string): string {
  let json = text;
  for (let level = 0; level < depth; level += 1) json = `["x",${JSON.stringify(json)}${end}]`;
  return json;
}

test.each(['', ' x', ',"\\q"'])(
  'JSON in JSON that ends in %j is read as often as other text',
  (end) => {
    const ratio = ratioOf(new StringRedaction('extended'));

    for (const unit of ['value=', '-ZXlK0', 'a/1.1.1.1 (', '1:']) {
      const [once = 0, ...deeper] = [1, 4, 16].map((depth) =>
        ratio(nested(repeated(unit, 24_000), depth, end)),
      );
      // Backslashes cost some more; 16 readings would cost 16 times as much.
      expect(Math.max(...deeper)).toBeLessThanOrEqual(3 * once);
    }
  },
);

test('many short texts in a JSON text are read as often as a long one', () => {
  const ratio = ratioOf(new StringRedaction('extended'));

  for (const unit of leadsOf('extended').filter((_, i) => i % 8 === 0)) {
    const lists = [6_000, 24_000].map((length) =>
      ratio(
        JSON.stringify(Array.from({ length: Math.ceil(length / (unit.length + 3)) }, () => unit)),
      ),
    );
    expect(Math.max(...lists), unit).toBeLessThanOrEqual(MAX_RATIO);
    expect(Math.abs((lists[1] ?? 0) - (lists[0] ?? 0)), unit).toBeLessThanOrEqual(1);
  }
});

test.each([
  ['value=', 'password=hunter2'],
  ['-md-0', ' password=hunter2'],
  ['-ZXlK0', ' ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['name=token&value=a&', 'name=token&value=hunter2'],
])(
  'a secret behind 30 000 characters of %j is hidden, and what is before them stays',
  (unit, secret) => {
    const ordinary = 'GET /talks 200, then nothing else. '.repeat(300);

    for (const profile of PROFILES) {
      const redacted = createRedactor(profile).text(ordinary + repeated(unit, 30_000) + secret);

      expect(redacted).not.toContain('hunter2');
      expect(redacted).not.toContain('ghp_');
      expect(redacted.startsWith(ordinary)).toBe(true);
    }
  },
);

/** Reads the rest of the text after each `!`, and hides nothing. */
const greedy: Detector = {
  name: 'greedy',
  confidence: 'likely',
  triggers: [{ char: '!' }],
  leads: ['!'],
  find: (scan, at) => {
    scan.slice(at, scan.length);
    return [];
  },
};

test.each([
  ['to the end of the text', greedy],
  ['one character after the other', { ...greedy, find: readOn }],
  [
    'by a pattern',
    {
      ...greedy,
      find: (scan, at) => {
        scan.match(new Pattern(/[\s\S]{0,9000}/), at);
        return [];
      },
    },
  ],
] satisfies [string, Detector][])(
  'the rest is hidden where a detector reads on %s',
  (_, detector) => {
    const scanner = new Scanner([...DETECTORS.default, detector], false);
    const ordinary = 'nothing here, '.repeat(700);
    const text = `${ordinary}from 10.0.0.1 ${'word! '.repeat(4_000)}password=hunter2`;

    const redacted = scanner.redact(text, '');

    expect(redacted.startsWith(`${ordinary}from REDACTED word!`)).toBe(true);
    expect(redacted.endsWith(' REDACTED')).toBe(true);
    expect(redacted.length).toBeLessThan(text.length / 2);
    expect(scanner.redact(redacted, '')).toBe(redacted);
    expect(scanner.charactersRead).toBeLessThan(4 * MAX_RATIO * text.length);
  },
);

test('all is hidden where the budget of what is before a cut is used up too', () => {
  const everywhere: Detector = {
    ...greedy,
    // The last one is in what replaces hidden text.
    triggers: [{ char: '!' }, { char: 'C', next: 'T' }],
    find: (scan) => {
      scan.slice(0, scan.length);
      return [];
    },
  };

  expect(new Scanner([everywhere], false).redact('word! '.repeat(4_000), '')).toBe('REDACTED');
});

function readOn(...[scan, at]: Parameters<Detector['find']>): ReturnType<Detector['find']> {
  for (let index = at; index < scan.length; index += 1) scan.code(index);
  return [];
}

test.each([/a*/, /(?:b{2}c)+/, /[a-z]{3,}/])('a pattern such as %s has no bound', (pattern) => {
  expect(() => new Pattern(pattern)).toThrow('without a bound');
});

test.each([
  [/abc/, 3],
  [/(?:ab|c{2,7})[)(]{3}x?/, 11],
  [/\d\x41\u0041(?![\w-]{2})\b/, 6],
  [/(?:-[0-9a-f]{4}){3}/, 15],
])('%s reaches %i characters', (pattern, reach) => {
  expect(new Pattern(pattern).reach).toBe(reach);
});
