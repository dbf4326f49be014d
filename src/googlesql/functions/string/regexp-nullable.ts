import type { Lowering } from '../core/define.ts';
import { bind, constant } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { NULL, sql } from '../core/sql.ts';

/**
 * The tokens of an RE2 pattern. A class is one token, and so is an escape with brackets or digits after it; a brace
 * that starts no repetition is a literal.
 */
const PIECE =
  /(?<repeat>[*?]\??|\+\??|\{\d+(?:,\d*)?\}\??)|(?<flags>\(\?[a-zA-Z]*-?[a-zA-Z]*\))|(?<open>\((?:\?P?<\w+>|\?[a-zA-Z]*-?[a-zA-Z]*:|(?!\?)))|(?<close>\))|(?<or>\|)|(?<assertion>[\^$]|\\[bBAz])|\\Q(?<quoted>[\s\S]+?)(?:\\E|$)|(?<letter>\\[pP](?:\{[\w^]*\}|[A-Z])|\\x\{[0-9a-fA-F]*\}|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3}|\\[^Q]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|[^\\[()])/uy;

/** An alternation being read: whether a branch can be empty, and the state of the current branch. */
interface Alternation {
  isEmptyBranch: boolean;
  isEmpty: boolean;
  /** Whether the last operand can be empty; undefined if there is none to repeat. */
  last: boolean | undefined;
  /** The size of the compiled pattern with repetitions expanded; `lastSteps` is the last operand's share. */
  steps: number;
  lastSteps: number;
}

/**
 * Whether a pattern can match the empty string, assuming assertions hold; undefined for most invalid patterns. Reads
 * the pattern once: compiling takes a thousand times as long, and seconds for a thousand `a{999}`.
 */
export function canBeEmpty(pattern: string): boolean | undefined {
  const whole = read(pattern);
  return whole && finishLevel(whole);
}

/**
 * The number of pattern characters with repetitions expanded, large classes counted more than once; undefined for most
 * invalid patterns. RE2 compiles a step to at most about 40 instructions.
 */
export function patternSteps(pattern: string): number | undefined {
  return read(pattern)?.steps;
}

function read(pattern: string): Alternation | undefined {
  const levels: Alternation[] = [newLevel()];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < pattern.length) {
    const piece = PIECE.exec(pattern)?.groups;
    if (!piece || !take(piece, levels)) return undefined;
  }
  const [whole, ...open] = levels;
  return open.length === 0 ? whole : undefined;
}

function newLevel(): Alternation {
  return { isEmptyBranch: false, isEmpty: true, last: undefined, steps: 0, lastSteps: 0 };
}

type PatternToken = Readonly<Record<string, string | undefined>>;

/** Processes a token; returns false if it is invalid in its place. */
function take(piece: PatternToken, levels: Alternation[]): boolean {
  const level = levels.at(-1);
  if (!level) return false;
  if (piece['repeat'] !== undefined) return repeat(level, piece['repeat']);
  // Flags are not an operand: the operand before them can still be repeated.
  if (piece['flags'] !== undefined) return true;
  closeOperand(level);
  if (piece['open'] !== undefined) {
    levels.push(newLevel());
  } else if (piece['close'] !== undefined) {
    levels.pop();
    const around = levels.at(-1);
    if (around) Object.assign(around, { last: finishLevel(level), lastSteps: level.steps });
    if (around) around.steps += level.steps;
  } else if (piece['or'] !== undefined) {
    level.isEmptyBranch ||= level.isEmpty;
    level.isEmpty = true;
  } else {
    takeOperand(piece, level);
  }
  return true;
}

function takeOperand(piece: PatternToken, level: Alternation): void {
  const { quoted = '', letter = '' } = piece;
  // A repetition after a quotation applies to its last character.
  if (quoted.length > 1) level.isEmpty = false;
  level.last = piece['assertion'] !== undefined;
  level.lastSteps = letterSteps(letter);
  level.steps += Math.max(level.lastSteps, quoted.length);
}

/** What RE2 expands byte by byte: a Unicode class is hundreds of ranges, each up to four bytes long. */
const LARGE = /\\[pP]|[^\0-\x7f]|\\x/gu;
const UNICODE_CLASS_STEPS = 10;

function letterSteps(letter: string): number {
  if (letter.length < 2) return 1;
  let steps = 1 + Math.floor(letter.length / 10);
  for (const [large] of letter.matchAll(LARGE)) {
    steps += /p$/i.test(large) ? UNICODE_CLASS_STEPS : 1;
  }
  return steps;
}

function repeat(level: Alternation, operator: string): boolean {
  if (level.last === undefined) return false;
  if (/^(?:[*?]|\{0+[,}])/.test(operator)) level.last = true;
  const times = Math.max(1, ...(operator.match(/\d+/g) ?? []).map(Number));
  level.steps += level.lastSteps * (times - 1);
  level.lastSteps *= times;
  return true;
}

/** Completes the last operand, after which it can no longer be repeated. */
function closeOperand(level: Alternation): void {
  if (level.last === false) level.isEmpty = false;
  level.last = undefined;
}

function finishLevel(level: Alternation): boolean {
  closeOperand(level);
  return level.isEmptyBranch || level.isEmpty;
}

/** The maximum length of generated text in bytes: see growth.sql. */
const MAX_OUTPUT = 131_072;

/** Patterns of up to this many steps are accepted with texts of any length. */
const STEPS = 64;

/** Pattern steps times text length: about 20 ms for each of the 2048 rows between two interrupt checks. */
const MAX_WORK = STEPS * MAX_OUTPUT;

/** The SQL of a non-literal pattern is repeated up to this length. */
const MAX_REPEATED_SIZE = 200;

/**
 * Wraps a function of a text and a pattern to refuse long texts for large patterns: if a pattern's states do not fit
 * RE2's memory, it takes pattern size times text length, without checking interrupts.
 */
export function boundedLength(lower: Lowering): Lowering {
  return (call) => {
    const steps = stepsOf(call);
    if (steps !== undefined && steps <= STEPS) return lower(call);
    const [text = NULL, pattern = NULL, ...more] = call.arguments;
    // A pattern bound to a name is not constant-folded and would be compiled for every row.
    const named =
      steps === undefined && pattern.size > MAX_REPEATED_SIZE ? [text, pattern] : [text];
    return bind({ arguments: named, literals: call.literals }, ([own, regexp = pattern]) => {
      const longest =
        steps === undefined ? sql`gsql_regexp_longest(${regexp})` : longestText(steps);
      const checked = sql`gsql_regexp_text(${own}, ${longest})`;
      return lower({ ...call, arguments: [checked, regexp, ...more] });
    });
  };
}

/** Whether a function takes texts of any length for a pattern. */
export function takesAnyText(pattern: string): boolean {
  const steps = patternSteps(pattern);
  return steps !== undefined && steps <= STEPS;
}

/** Undefined if the pattern cannot be read here; the engine may still refuse it. */
function stepsOf(call: LoweredCall): number | undefined {
  const pattern = constant(call, 1);
  return typeof pattern === 'string' ? patternSteps(pattern) : undefined;
}

function longestText(steps: number): string {
  return String(Math.floor(MAX_WORK / steps));
}
