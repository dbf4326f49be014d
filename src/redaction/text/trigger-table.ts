import { PERCENT } from './char-codes.ts';
import type { Detector } from './detector.ts';

/** One place for each ASCII character, and one for all others. */
const COLUMNS = 129;
/** The place of all characters that are not ASCII. Not exported: exports are loaded anew for each character. */
const OTHER = 128;
/** The byte behind a text's, which ends a search. */
export const END = OTHER;
/** The size of a row of a table, a power of two so that a place is computed by a shift. */
const ROW_BITS = 8;

/** No detector runs. */
const NO_KIND = 0;
/** The kind of percent signs, behind which a trigger may be encoded. */
export const ENCODED = 255;

/** The place of a character and its neighbour in a table; the character is ASCII or `OTHER`. */
function placeOf(code: number, neighbour: number): number {
  return (code << ROW_BITS) | columnOf(neighbour);
}

function columnOf(code: number): number {
  return code < OTHER ? code : OTHER;
}

/** Which detectors run at a character: by the character, the next one and the one before. */
export class TriggerTable {
  /**
   * By character and next one: the kind of trigger; 0 for none. Kinds are numbers so that a look-up loads a byte, not an
   * object. The row of `END` ends a search.
   */
  readonly #kindOf = new Uint8Array(COLUMNS << ROW_BITS);
  /** The same for percent-encoded characters, by hexadecimal digits. */
  readonly #encoded = new Map<string, Uint8Array>();
  readonly #kinds: (readonly Candidate[])[] = [[]];
  /** By kind and the character before: the number of the list of detectors. */
  readonly #listOf = new Uint8Array(ENCODED << ROW_BITS);
  readonly #lists: (readonly Detector[])[] = [];

  /** In the order of the detectors, but those that are `certain` come first. */
  constructor(detectors: readonly Detector[]) {
    const ordered = detectors.map(ofOneShape).toSorted((a, b) => rank(a) - rank(b));
    const chars = new Set(detectors.flatMap(({ triggers }) => triggers.map((t) => t.char)));
    for (const char of chars) {
      const code = char.charCodeAt(0);
      this.#kindOf.set(this.#kindsByNext(ordered, char, false), code << ROW_BITS);
      this.#encoded.set(code.toString(16), this.#kindsByNext(ordered, char, true));
    }
    this.#kindOf.fill(ENCODED, PERCENT << ROW_BITS, (PERCENT + 1) << ROW_BITS);
    this.#kindOf.fill(ENCODED, END << ROW_BITS);
    for (const [kind, candidates] of this.#kinds.entries()) this.#addLists(kind, candidates);
  }

  /** The first index from `start` on whose byte triggers detectors; bytes are ASCII up to one that is `END`. */
  searchBytes(bytes: Uint8Array, start: number): number {
    const kindOf = this.#kindOf;
    let at = start;
    let code = bytes[at] ?? OTHER;
    for (;;) {
      const next = bytes[at + 1] ?? OTHER;
      if (kindOf[(code << ROW_BITS) | next]) return at;
      code = next;
      at += 1;
    }
  }

  /** The first index from `start` on whose character triggers detectors; the text's length without one. */
  searchText(text: string, start: number): number {
    const kindOf = this.#kindOf;
    const last = text.length - 1;
    let code = text.charCodeAt(start);
    for (let at = start; at < last; at += 1) {
      const next = text.charCodeAt(at + 1);
      if (code < OTHER && kindOf[placeOf(code, next)]) return at;
      code = next;
    }
    return code < OTHER && kindOf[placeOf(code, OTHER)] ? last : text.length;
  }

  /** The kind of trigger at an index; 0 for none. */
  kindAt(text: string, at: number): number {
    return this.#kindOf[placeOf(text.charCodeAt(at), text.charCodeAt(at + 1))] ?? NO_KIND;
  }

  /** The kind of a percent-encoded trigger before a character. */
  encodedKind(digits: string, next: number): number {
    return this.#encoded.get(digits)?.[columnOf(next)] ?? NO_KIND;
  }

  /** The detectors that run at a trigger behind a character. */
  detectorsFor(kind: number, before: number): readonly Detector[] {
    return this.#lists[this.#listOf[placeOf(kind, before)] ?? 0] ?? [];
  }

  #kindsByNext(detectors: readonly Detector[], char: string, isEncoded: boolean): Uint8Array {
    const candidates = detectors.flatMap((detector) =>
      detector.triggers
        .filter((trigger) => trigger.char === char && (!isEncoded || trigger.isEncoded === true))
        .map(({ next, before }) => ({ detector, next, before })),
    );
    return Uint8Array.from({ length: COLUMNS }, (_, code) =>
      indexIn(
        this.#kinds,
        candidates.filter(({ next }) => allows(next, code)),
      ),
    );
  }

  #addLists(kind: number, candidates: readonly Candidate[]): void {
    for (let code = 0; code < COLUMNS; code += 1) {
      const list = candidates.filter(({ before }) => allows(before, code));
      const detectors = list.map(({ detector }) => detector);
      this.#listOf[placeOf(kind, code)] = indexIn(this.#lists, detectors);
    }
  }
}

/** A detector with the conditions of one of its triggers. */
interface Candidate {
  readonly detector: Detector;
  readonly next: string | undefined;
  readonly before: string | undefined;
}

/** Whether a condition on a neighbour allows a character. */
function allows(chars: string | undefined, code: number): boolean {
  return chars === undefined || (code < OTHER && chars.includes(String.fromCharCode(code)));
}

/** The index of a list with the same members, which is added if there is none. */
function indexIn<T>(lists: (readonly T[])[], list: readonly T[]): number {
  const same = lists.findIndex(
    (one) => one.length === list.length && one.every((member, i) => member === list[i]),
  );
  return same >= 0 ? same : lists.push(list) - 1;
}

/** Calls of `find` would look it up anew each time among objects of many shapes. */
function ofOneShape(detector: Detector): Detector {
  const { name, confidence, triggers, leads, find, isValue = false } = detector;
  return { name, confidence, triggers, leads, find, isValue };
}

function rank({ confidence }: Detector): number {
  return confidence === 'certain' ? 0 : 1;
}
