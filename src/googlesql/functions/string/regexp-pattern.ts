import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { canBeEmpty } from './regexp-nullable.ts';

/** Facts about a constant regular expression that its lowering needs. */
export interface PatternFacts {
  readonly groups: number;
  /** Whether the extracted text (the group if there is one, else the match) can be empty. */
  readonly canExtractEmpty: boolean;
  /** Whether the whole match can be empty. */
  readonly canMatchEmpty: boolean;
  /** Whether matches depend on context, as with `\b`. */
  readonly hasAssertions: boolean;
  /** Whether a match may leave the group unset. */
  readonly isGroupOptional: boolean;
}

/** Escapes, quotations and classes, inside which brackets open no group. */
const NON_GROUPING = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/g;

const OPENING = /\((?!\?)|\(\?P?<(?![=!])/g;

/** Assertions and literals that look like them; an assertion matches no text and depends on its context. */
const ASSERTIONS = new RegExp(`${NON_GROUPING.source}|[\\^$]`, 'g');
const ASSERTION = /^(?:\\[bBAz]|[\^$])$/;

function withoutAssertions(pattern: string): string {
  return pattern.replace(ASSERTIONS, (part) => (ASSERTION.test(part) ? '(?:)' : part));
}

/** The pattern with everything but real brackets blanked out. */
function bareText(pattern: string): string {
  return pattern.replace(NON_GROUPING, (inert) => '_'.repeat(inert.length));
}

/** A pattern split before its group, with the flags that apply to both parts. */
export interface SplitPattern {
  readonly flags: string;
  readonly before: string;
  readonly rest: string;
  readonly hasAssertions: boolean;
}

/** Flags in the middle of a pattern, and the flag `U`, which swaps lazy and greedy. */
const UNMOVABLE_FLAGS = /\(\?[a-zA-Z-]+\)|\(\?[a-zA-Z]*U/;

/** Splits a pattern before its only group, or at its start; undefined if a part is not a valid pattern. */
export function splitPattern(pattern: string): SplitPattern | undefined {
  if (canBeEmpty(pattern) === undefined) return undefined;
  const flags = /^\(\?[ims]+\)/.exec(pattern)?.[0] ?? '';
  const text = pattern.slice(flags.length);
  const bare = bareText(text);
  const hasAssertions = withoutAssertions(text) !== text;
  if (UNMOVABLE_FLAGS.test(bare)) return undefined;
  const groups = bare.match(OPENING)?.length ?? 0;
  if (groups === 0) return { flags, before: '', rest: text, hasAssertions };
  const { from, end } = groupSpan(bare);
  const around = bare.slice(0, from) + bare.slice(end + 1);
  const isPlain =
    groups === 1 && !outermost(around).includes('|') && !/^[?*+{]/.test(bare.slice(end + 1));
  const before = bare.slice(0, from);
  if (!isPlain || before.split('(').length !== before.split(')').length) return undefined;
  return { flags, before: text.slice(0, from), rest: text.slice(from), hasAssertions };
}

/** The pattern's text outside all brackets. */
function outermost(bare: string): string {
  let depth = 0;
  let text = '';
  for (const character of bare) {
    if (character === ')') depth -= 1;
    if (depth === 0 && character !== ')') text += character;
    if (character === '(') depth += 1;
  }
  return text;
}

/**
 * Cached, because a call's pattern is examined once when checked and several times when printed. By SHA-256: a pattern is a
 * part of its statement, which would stay as long.
 */
const CACHE = new LRUCache<string, { readonly facts: PatternFacts | undefined }>({ max: 1_000 });

/** The facts about a pattern; undefined if it is invalid. */
export function patternFacts(pattern: string): PatternFacts | undefined {
  const key = hash('sha256', pattern, 'base64');
  const cached = CACHE.get(key) ?? { facts: readFacts(pattern) };
  CACHE.set(key, cached);
  return cached.facts;
}

function readFacts(pattern: string): PatternFacts | undefined {
  // First, because the expressions below scan an unclosed class repeatedly.
  const canMatchEmpty = canBeEmpty(pattern);
  if (canMatchEmpty === undefined) return undefined;
  const bare = bareText(pattern);
  const groups = bare.match(OPENING)?.length ?? 0;
  const hasAssertions = withoutAssertions(pattern) !== pattern;
  const facts = { groups, canMatchEmpty, hasAssertions };
  if (groups !== 1) return { ...facts, canExtractEmpty: canMatchEmpty, isGroupOptional: false };
  const { start, end } = groupSpan(bare);
  const inner = canBeEmpty(pattern.slice(start, end)) ?? true;
  const around = bare.slice(0, start) + bare.slice(end + 1);
  const isGroupOptional =
    /[|]/.test(around) ||
    /^[?*{]/.test(bare.slice(end + 1)) ||
    /\(/.test(around.slice(0, -1).replace(OPENING, ''));
  return { ...facts, canExtractEmpty: inner, isGroupOptional };
}

/** The start and end of the content of the only capturing group. */
function groupSpan(bare: string) {
  const from = Math.max(bare.search(OPENING), 0);
  const start = bare.startsWith('(?', from) ? bare.indexOf('>', from) + 1 : from + 1;
  let end = start;
  for (let depth = 1; end < bare.length; end += 1) {
    depth += Number(bare[end] === '(') - Number(bare[end] === ')');
    if (depth === 0) break;
  }
  return { from, start, end };
}
