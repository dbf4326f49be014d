import { beginsWord } from '../../text/boundary.ts';
import { type Detector, NONE, type Span, span, type Trigger } from '../../text/detector.ts';
import { Pattern } from '../../text/pattern.ts';
import type { Scan } from '../../text/scan.ts';
import formats from './formats.json' with { type: 'json' };

/** A key format identified by characters in its middle. */
interface SplitForm {
  readonly trigger: Trigger;
  /** A character at a fixed distance from the trigger; rules out most places where the trigger is common. */
  readonly mark?: { readonly distance: number; readonly code: number };
  readonly before: RegExp;
  /** The maximum number of characters before the trigger. */
  readonly maxBefore: number;
  /** The part that starts at the trigger. */
  readonly pattern: Pattern;
  /** How that part begins, whatever the key, and what may precede it. */
  readonly lead: string;
}

/**
 * ngrok's keys begin with a KSUID, whose first digit is the year; Grafana's older ones are JSON in base64, `{"k":"`;
 * Microsoft marks its own at a fixed place.
 */
const FORMS: readonly SplitForm[] = formats.split.map((form) => {
  const { trigger, mark, maxBefore, pattern } = form;
  const { before = '', next = '' } = trigger;
  const literal = (/^(?:\w|[:~!-]|\\[^\w])*/.exec(pattern)?.[0] ?? '').replaceAll('\\', '');
  return {
    trigger,
    ...(mark && { mark: { distance: mark.distance, code: mark.character.charCodeAt(0) } }),
    before: new RegExp(`${form.before}$`),
    maxBefore,
    pattern: new Pattern(new RegExp(pattern)),
    lead: `${before[0] ?? ''}${literal}${literal.length > 1 ? '' : (next[0] ?? '')}`,
  };
});

/** Forms by their trigger's character and the next one. */
const FORMS_OF: (readonly SplitForm[] | undefined)[] = [];

for (let code = 0; code < 128 * 128; code += 1) {
  const char = String.fromCharCode(code >> 7);
  const next = String.fromCharCode(code & 127);
  const forms = FORMS.filter(
    ({ trigger }) => trigger.char === char && (trigger.next?.includes(next) ?? true),
  );
  FORMS_OF.push(forms.length > 0 ? forms : undefined);
}

function placeOf(code: number, next: number): number {
  return code * 128 + (next & 127);
}

/** Keys identified by characters in their middle: `….atlasv1.…`, `123456789:AA…`, `…-us21`. */
export const splitKey: Detector = {
  name: 'split-key',
  confidence: 'certain',
  triggers: triggers(),
  leads: FORMS.map(({ lead }) => lead),
  find: findSplitKey,
};

/** One trigger for all forms that share a character and what precedes it, so that none is tried twice. */
function triggers(): readonly Trigger[] {
  const all = FORMS.map(({ trigger }) => trigger);
  const groups = Map.groupBy(all, ({ char, before }) => `${char}${before}`).values();
  return Array.from(groups, (group) => {
    const [{ next: _, ...first }] = group as [Trigger, ...Trigger[]];
    const nexts = group.map(({ next }) => next);
    return nexts.includes(undefined) ? first : { ...first, next: nexts.join('') };
  });
}

function findSplitKey(scan: Scan, at: number): readonly Span[] {
  for (const form of FORMS_OF[placeOf(scan.code(at), scan.code(at + 1))] ?? []) {
    if (form.mark && scan.code(at + form.mark.distance) !== form.mark.code) continue;
    const end = scan.match(form.pattern, at);
    const start = end < 0 ? -1 : startOf(form, scan, at);
    if (start >= 0) return span(start, end);
  }
  return NONE;
}

/** The start of the key whose second part starts at `at`, or -1. */
function startOf({ before, maxBefore }: SplitForm, scan: Scan, at: number): number {
  const left = scan.slice(Math.max(scan.end, at - maxBefore), at);
  const length = before.exec(left)?.[0].length ?? 0;
  if (length === 0) return -1;
  // Telegram API URLs have the bot's token directly after "bot".
  const isWord = beginsWord(scan, at - length) || scan.left(at - length, 4) === '/bot';
  return isWord ? at - length : -1;
}
