import { LRUCache } from 'lru-cache';
import { type Matcher, RE2JS } from 're2js';

/** Letters of a pattern times its repetitions: larger ones take long to compile. */
const MAX_STEPS = 8_000;

/** Steps of a pattern times letters of a text: finding one match takes up to half a second. */
const MAX_WORK = 2_000_000;

/** The time of one call: the pattern `x*y|` reads all of its text for every match. */
const MAX_MICROS = 1_000_000;

/** Rows rarely have patterns of their own. */
const COMPILED = new LRUCache<string, RE2JS>({ max: 64 });

/**
 * The place in the text of the start or end of a match, or of its group, 0 if there is none. `where` has the place of
 * the text itself, the number of the match, and whether the end is wanted.
 */
export function regexpFind(text: string, pattern: string, where: string): bigint {
  const [position = 1, occurrence = 1, isEnd = 0] = where.split(' ').map(Number);
  const steps = stepsOf(pattern);
  if (steps > MAX_STEPS || steps * text.length > MAX_WORK)
    refuse('is too large for a text of this length');
  const matcher = compiled(pattern).matcher(text);
  const found = pattern === '' ? -1 : find(matcher, text, occurrence, isEnd === 1);
  return found < 0 ? 0n : BigInt(position + Array.from(text.slice(0, found)).length);
}

/** As `gsql_regexp_longest` counts them, at least. */
function stepsOf(pattern: string): number {
  const counts = pattern.matchAll(/\{(?:\d{1,4},)?0*([1-9]\d{0,3})/g);
  const times = counts.reduce((product, [, count]) => product * Number(count), 1);
  return pattern.length * Math.min(1_000, times);
}

function find(matcher: Matcher, text: string, occurrence: number, isEnd: boolean): number {
  const next = afterMatch(matcher, text, occurrence);
  if (next === undefined) return -1;
  const group = matcher.groupCount();
  // The reference implementation gives the place behind the letter that follows an empty match without a group.
  if (group === 0 && matcher.start() === matcher.end()) return next;
  return isEnd ? matcher.end(group) : matcher.start(group);
}

/** Where the search continues after a match: an empty one takes a letter along. */
function afterMatch(matcher: Matcher, text: string, occurrence: number): number | undefined {
  const begin = process.threadCpuUsage().user;
  let from = 0;
  for (let count = 0; count < occurrence; count += 1) {
    if (from >= text.length || !matcher.find(from)) return undefined;
    if (process.threadCpuUsage().user - begin > MAX_MICROS) refuse('takes too long');
    const [letter = ''] = text.slice(matcher.end(), matcher.end() + 2);
    from = matcher.end() + (matcher.start() === matcher.end() ? letter.length : 0);
  }
  return from;
}

function compiled(pattern: string): RE2JS {
  const expression = COMPILED.get(pattern) ?? compile(pattern);
  COMPILED.set(pattern, expression);
  return expression;
}

/** DuckDB's RE2, which reads a pattern first, accepts a few that RE2JS does not: groups with names beyond ASCII. */
function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return refuse(`is not supported by REGEXP_INSTR on the embedded engine: ${pattern}`);
  }
}

function refuse(why: string): never {
  throw new Error(`GoogleSQL: Regular expression ${why}`);
}
