import { RE2JS } from 're2js';

/** What the lowering of a constant regular expression needs to know about it. */
export interface PatternFacts {
  readonly groups: number;
  /** Whether the text that an extraction gives (the group if there is one, else the match) can be empty. */
  readonly canExtractEmpty: boolean;
  /** Whether the whole match can be empty. */
  readonly canMatchEmpty: boolean;
  /** Whether the group may have no part in a match. */
  readonly isGroupOptional: boolean;
}

/** Escapes, quotations and classes: no bracket within them opens a group. */
const INERT = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/g;

const OPENING = /\((?!\?)|\(\?P?<(?![=!])/g;

/** An assertion makes whether a text can be empty depend on what stands around it. */
const ASSERTION = /\\[bBAz]|[\^$]/;

/** The facts about a pattern; undefined when it is no valid one. */
export function patternFacts(pattern: string): PatternFacts | undefined {
  const bare = pattern.replace(INERT, (inert) =>
    inert.length === 2 ? '__' : '_'.repeat(inert.length),
  );
  const groups = bare.match(OPENING)?.length ?? 0;
  const canMatchEmpty = matchesEmpty(pattern, bare);
  if (canMatchEmpty === undefined) return undefined;
  if (groups !== 1)
    return { groups, canMatchEmpty, canExtractEmpty: canMatchEmpty, isGroupOptional: false };
  const { start, end } = groupSpan(bare);
  const inner = matchesEmpty(pattern.slice(start, end), bare.slice(start, end)) ?? true;
  const around = bare.slice(0, start) + bare.slice(end + 1);
  const isGroupOptional =
    /[|]/.test(around) ||
    /^[?*{]/.test(bare.slice(end + 1)) ||
    /\(/.test(around.slice(0, -1).replace(OPENING, ''));
  return { groups, canMatchEmpty, canExtractEmpty: inner, isGroupOptional };
}

/** Where the inside of the only capturing group starts and ends. */
function groupSpan(bare: string): { readonly start: number; readonly end: number } {
  OPENING.lastIndex = 0;
  const opening = OPENING.exec(bare);
  OPENING.lastIndex = 0;
  const from = opening?.index ?? 0;
  const start = opening?.[0] === '(' ? from + 1 : bare.indexOf('>', from) + 1;
  let depth = 1;
  let end = start;
  while (end < bare.length) {
    if (bare[end] === '(') depth += 1;
    if (bare[end] === ')') depth -= 1;
    if (depth === 0) break;
    end += 1;
  }
  return { start, end };
}

function matchesEmpty(pattern: string, bare: string): boolean | undefined {
  try {
    const matches = RE2JS.compile(`^(?:${pattern})$`).matcher('').find();
    return matches || ASSERTION.test(pattern) || ASSERTION.test(bare);
  } catch {
    return undefined;
  }
}
