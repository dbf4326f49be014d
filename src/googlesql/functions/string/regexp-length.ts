import type { Lowering } from '../core/define.ts';
import { bind, constant } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { patternSteps } from './regexp-nullable.ts';

/** The maximum length of generated text in bytes: see growth.sql. */
const MAX_OUTPUT = 131_072;

/** Patterns of up to this many steps are accepted with texts of any length. */
const STEPS = 64;

/** Pattern steps times text length: about 20 ms for each of the 2048 rows between two interrupt checks. */
const MAX_WORK = STEPS * MAX_OUTPUT;

/** The SQL of a non-literal pattern is repeated up to this length. */
const MAX_REPEATED_LENGTH = 200;

/**
 * Wraps a function of a text and a pattern to refuse long texts for large patterns: if a pattern's states do not fit
 * RE2's memory, it takes pattern size times text length, without checking interrupts.
 */
export function boundedLength(lower: Lowering): Lowering {
  return (call) => {
    const steps = stepsOf(call);
    if (steps !== undefined && steps <= STEPS) return lower(call);
    const [text = '', pattern = '', ...more] = call.arguments;
    // A pattern bound to a name is not constant-folded and would be compiled for every row.
    const named =
      steps === undefined && pattern.length > MAX_REPEATED_LENGTH ? [text, pattern] : [text];
    const body = ([own = '', regexp = pattern]: readonly string[]) => {
      const longest = steps === undefined ? `gsql_regexp_longest(${regexp})` : longestText(steps);
      const checked = `gsql_regexp_text(${own}, ${longest})`;
      return lower({ ...call, arguments: [checked, regexp, ...more] });
    };
    return bind({ arguments: named, literals: call.literals }, body, [pattern, ...more]);
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
