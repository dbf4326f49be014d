import type { Check } from '../core/define.ts';
import { bind, constant } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { patternFacts, type SplitPattern, splitPattern } from './regexp-pattern.ts';

/**
 * The start or end of a match, or of the group in it. The first match is located by the text before it; later ones by
 * the lengths of the texts between matches.
 */
export function lowerInstr(call: LoweredCall): string {
  const pattern = constant(call, 1);
  const split = typeof pattern === 'string' ? splitPattern(pattern) : undefined;
  if (!split) return 'CAST(NULL AS BIGINT)';
  const [, , , occurrence = '1', end = '0'] = call.arguments;
  return bind(call, ([text = '', regexp = '', position = '1', nth = occurrence]) => {
    const tail = `gsql_regexp_tail(${text}, ${position})`;
    if (isFirst(call)) {
      const before = firstPlace(split, tail);
      const group = `regexp_extract(${tail}, ${regexp}, ${groupOf(split)})`;
      return `gsql_regexp_first(${text}, ${position}, ${end}, regexp_matches(${tail}, ${regexp}), ${before}, ${group})`;
    }
    const matches = `regexp_extract_all(${tail}, ${regexp}, 0)`;
    const inner = `list_transform(${matches}, lambda m: ${insideMatch(split, 'm')})`;
    const groups = `regexp_extract_all(${tail}, ${regexp}, ${groupOf(split)})`;
    return `gsql_regexp_place(${text}, ${position}, ${nth}, ${end},
      regexp_split_to_array(${tail}, ${regexp}), ${matches}, ${inner}, ${groups})`;
  });
}

function isFirst({ literals }: Pick<LoweredCall, 'literals'>): boolean {
  return literals.length < 4 || literals[3] === 1n;
}

/** The number of the group that is located; 0 is the whole match. */
function groupOf({ before, rest }: SplitPattern): number {
  return before === '' && patternFacts(rest)?.groups === 0 ? 0 : 1;
}

/** The text before the first match and, in it, before the group. */
function firstPlace({ flags, before, rest }: SplitPattern, text: string): string {
  return `regexp_extract(${text}, ${quoteText(`${flags}((?s:\\A.*?)${before})(?:${rest})`)}, 1)`;
}

/** The text before the group within a match. */
function insideMatch({ flags, before, rest }: SplitPattern, text: string): string {
  return `regexp_extract(${text}, ${quoteText(`${flags}\\A(${before})(?:${rest})`)}, 1)`;
}

/** The start of a match must be unambiguous: no empty matches, and no optional group. */
export const checkInstr: Check = (call) => {
  const [, pattern] = call.literals;
  if (pattern === null) return;
  const split = typeof pattern === 'string' ? splitPattern(pattern) : undefined;
  const isPlain = typeof pattern === 'string' && patternFacts(pattern)?.canMatchEmpty === false;
  if (!split || !isPlain || (split.hasAssertions && !isFirst(call))) {
    throw new Error(
      'REGEXP_INSTR is only supported for a literal pattern that cannot match nothing, with at most one group, which must not be optional',
    );
  }
};
