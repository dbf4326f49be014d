import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Detector, Span } from '../../src/redaction/text/detector.ts';
import { REDACTED } from '../../src/redaction/text/scan.ts';
import { Scanner } from '../../src/redaction/text/scanner.ts';

/** A text and the parts of it that a detector finds, from left to right. */
export type DetectorCase = readonly [text: string, ...found: string[]];

/** What every detector must do: find what its table says, and keep to the contract whatever the text. */
export function testDetector(detector: Detector, cases: readonly DetectorCase[]): void {
  const { find, redact } = recording(detector);
  const noise = fc
    .array(fc.oneof(fc.constantFrom(...cases.flat()), fc.string({ maxLength: 6 })), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''));

  test.each(cases)(`${detector.name} finds in %j`, (text, ...found) => {
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual(found);
  });

  test(`${detector.name} has cases with a finding and cases without one`, () => {
    expect(cases.some(([, ...found]) => found.length > 0)).toBe(true);
    expect(cases.some(([, ...found]) => found.length === 0)).toBe(true);
  });

  test(`${detector.name} answers spans in order and within the text, whatever the text`, () => {
    fc.assert(
      fc.property(noise, (text) => {
        let at = 0;
        for (const { start, end } of find(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 300 },
    );
  });

  test(`${detector.name} hides what it finds and nothing else`, () => {
    for (const [text] of cases) {
      let kept = '';
      let at = 0;
      for (const { start, end } of find(text)) {
        kept += `${text.slice(at, start)}${start > at || at === 0 ? REDACTED : ''}`;
        at = end;
      }
      expect(redact(text)).toBe(kept + text.slice(at));
    }
  });
}

/** A scanner with the detector, and the spans that it finds in a text as it was given. */
function recording(detector: Detector) {
  const found = new Map<string, Span[]>();
  const recorded: Detector = {
    ...detector,
    find: (scan, at, length) => {
      const spans = detector.find(scan, at, length);
      found.get(scan.slice(0, scan.length))?.push(...spans);
      return spans;
    },
  };
  const scanner = new Scanner([recorded], false);
  const redact = (text: string) => scanner.redact(text, '');
  const find = (text: string): readonly Span[] => {
    const spans: Span[] = [];
    found.clear();
    found.set(text, spans);
    redact(text);
    return spans;
  };
  return { find, redact };
}
