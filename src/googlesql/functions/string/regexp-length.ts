import type { Lowering } from '../core/define.ts';
import { bind, constant } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signature.ts';
import { patternSteps } from './regexp-nullable.ts';

/** The longest text that a function may make of shorter ones, in bytes: see growth.sql. */
const MAX_OUTPUT = 131_072;

/** Patterns of so many steps are taken with every text that a function may make. */
const STEPS = 64;

/** Steps of the pattern times letters of the text: some 20 ms, for each of the 2048 rows between two interrupts. */
const MAX_WORK = STEPS * MAX_OUTPUT;

/** Patterns that are no literal are repeated when their SQL is short. */
const LONGEST_REPEATED = 200;

/**
 * A function of a text and a pattern that refuses long texts for large patterns: where the states of a pattern do not
 * fit its memory, RE2 takes a step for each letter of the text and of the pattern, and heeds no interrupt meanwhile.
 */
export function boundedLength(lower: Lowering): Lowering {
  return (call) => {
    const steps = stepsOf(call);
    if (steps !== undefined && steps <= STEPS) return lower(call);
    const [text = '', pattern = '', ...more] = call.arguments;
    // Bound to a name, a pattern that the engine could fold would be compiled for every row.
    const named =
      steps === undefined && pattern.length > LONGEST_REPEATED ? [text, pattern] : [text];
    return bind({ arguments: named, literals: call.literals }, ([own = '', regexp = pattern]) => {
      const longest = steps === undefined ? `gsql_regexp_longest(${regexp})` : longestText(steps);
      const checked = `gsql_regexp_text(${own}, ${longest})`;
      return lower({ ...call, arguments: [checked, regexp, ...more] });
    });
  };
}

/** Of a pattern that cannot be read nothing is known but that the engine may refuse it. */
function stepsOf(call: LoweredCall): number | undefined {
  const pattern = constant(call, 1);
  return typeof pattern === 'string' ? patternSteps(pattern) : undefined;
}

function longestText(steps: number): string {
  return String(Math.floor(MAX_WORK / steps));
}
