import { type Check, type FunctionDefinition, scalarGroup } from '../core/define.ts';
import { bind, constant, macro, native } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { constantOf, NULL, type Sql, sql, variable } from '../core/sql.ts';
import { textLiterals, textOverloads } from './bytes.ts';
import { boundedLength } from './regexp-nullable.ts';
import { patternFacts, type SplitPattern, splitPattern } from './regexp-pattern.ts';

const scalar = scalarGroup('Regular expression');

function factsOf(call: Pick<LoweredCall, 'literals'>) {
  const pattern = constant(call, 1);
  return typeof pattern === 'string' ? patternFacts(pattern) : undefined;
}

/** All matches as a list; DuckDB requires a constant group number. */
function matches(call: LoweredCall, text: Sql, pattern: Sql): Sql {
  const facts = factsOf(call);
  if (!facts || facts.groups > 1) return sql`gsql_regexp_list(${text}, ${pattern})`;
  return sql`regexp_extract_all(${text}, ${pattern}, ${facts.groups})`;
}

/** DuckDB returns an empty string for no match, which must be distinguished from an empty match. */
function lowerExtract(call: LoweredCall): Sql {
  const facts = factsOf(call);
  if (facts && facts.groups <= 1 && !facts.canExtractEmpty) {
    return sql`nullif(regexp_extract(${call.arguments}, ${facts.groups}), '')`;
  }
  return bind(call, ([text = NULL, pattern = NULL]) => {
    const first = sql`${matches(call, text, pattern)}[1]`;
    if (!facts || facts.groups > 1) return first;
    return sql`coalesce(nullif(regexp_extract(${text}, ${pattern}, ${facts.groups}), ''), ${first})`;
  });
}

function lowerExtractFrom(call: LoweredCall): Sql {
  return bind(
    call,
    ([text = NULL, pattern = NULL, position = NULL, occurrence = constantOf('1')]) => {
      const tail = sql`gsql_regexp_tail(${text}, ${position})`;
      return sql`gsql_regexp_nth(${allMatches(call, tail, pattern)}, ${occurrence})`;
    },
  );
}

function lowerExtractAll(call: LoweredCall): Sql {
  const facts = factsOf(call);
  if (facts && facts.groups <= 1 && !facts.canMatchEmpty && !facts.isGroupOptional) {
    return sql`regexp_extract_all(${call.arguments}, ${facts.groups})`;
  }
  return bind(call, ([text = NULL, pattern = NULL]) => {
    const list = allMatches(call, text, pattern);
    return sql`list_transform(${list}, lambda m: coalesce(m, ''))`;
  });
}

/** DuckDB also finds the empty match after the last character, which the reference does not. */
function allMatches(call: LoweredCall, text: Sql, pattern: Sql): Sql {
  const list = matches(call, text, pattern);
  if (factsOf(call)?.canMatchEmpty === false) return list;
  return sql`gsql_regexp_inside(${text}, ${pattern}, ${list}, regexp_extract_all(${text}, ${pattern}, 0))`;
}

/** A replacement without a backslash is always valid, and an empty one does not grow the text. */
function lowerReplace(call: LoweredCall): Sql {
  const rewrite = constant(call, 2);
  if (rewrite === '') return sql`regexp_replace(${call.arguments}, 'g')`;
  if (typeof rewrite === 'string' && !rewrite.includes('\\')) {
    return macro('gsql_regexp_replace')(call);
  }
  return bind(
    call,
    ([text, pattern, to]) =>
      sql`gsql_regexp_replace(${text}, ${pattern}, gsql_regexp_rewrite(${pattern}, ${to}))`,
  );
}

function lowerExtractAny(call: LoweredCall): Sql {
  return call.arguments.length === 2 ? lowerExtract(call) : lowerExtractFrom(call);
}

const CONTAINS = boundedLength(native('regexp_matches'));

const EXTRACT = textOverloads('(T, T, INT64?, INT64?) -> T', boundedLength(lowerExtractAny));

/** DuckDB reports some positions twice if a pattern can match the empty string. */
const checkPlaces: Check = (call) => {
  const { name, types } = call;
  const facts = factsOf({ literals: textLiterals(call) });
  const isRepeated = name === 'REGEXP_EXTRACT_ALL' || types.length > 2;
  if (isRepeated && facts?.canMatchEmpty && facts.hasAssertions) {
    throw new Error(
      `${name} is not supported for a pattern with assertions that can match nothing`,
    );
  }
};

/**
 * The start or end of a match, or of the group in it. The first match is located by the text before it; later ones by
 * the lengths of the texts between matches.
 */
function lowerInstr(call: LoweredCall): Sql {
  const split = placeable(call);
  const [, , , occurrence = constantOf('1'), end = constantOf('0')] = call.arguments;
  return bind(
    call,
    ([text = NULL, regexp = NULL, position = constantOf('1'), nth = occurrence, ending = end]) => {
      if (!split) {
        return bind(
          { arguments: [sql`gsql_regexp_tail(${text}, ${position})`], literals: [] },
          (tail) =>
            sql`gsql_regexp_instr(${text}, ${tail}, ${regexp}, ${position}, ${nth}, ${ending})`,
        );
      }
      const tail = sql`gsql_regexp_tail(${text}, ${position})`;
      if (isFirst(call)) {
        const before = firstPlace(split, tail);
        const group = sql`regexp_extract(${tail}, ${regexp}, ${groupOf(split)})`;
        return sql`gsql_regexp_first(${text}, ${position}, ${end}, regexp_matches(${tail}, ${regexp}), ${before}, ${group})`;
      }
      const matches = sql`regexp_extract_all(${tail}, ${regexp}, 0)`;
      const inner = sql`list_transform(${matches}, lambda m: ${insideMatch(split, variable('m'))})`;
      const groups = sql`regexp_extract_all(${tail}, ${regexp}, ${groupOf(split)})`;
      return sql`gsql_regexp_place(${text}, ${position}, ${nth}, ${end},
      regexp_split_to_array(${tail}, ${regexp}), ${matches}, ${inner}, ${groups})`;
    },
  );
}

function isFirst({ literals }: Pick<LoweredCall, 'literals'>): boolean {
  return literals.length < 4 || literals[3] === 1n;
}

/** The number of the group that is located; 0 is the whole match. */
function groupOf({ before, rest }: SplitPattern): number {
  return before === '' && patternFacts(rest)?.groups === 0 ? 0 : 1;
}

/** The text before the first match and, in it, before the group. */
function firstPlace({ flags, before, rest }: SplitPattern, text: Sql): Sql {
  return sql`regexp_extract(${text}, ${quoteText(`${flags}((?s:\\A.*?)${before})(?:${rest})`)}, 1)`;
}

/** The text before the group within a match. */
function insideMatch({ flags, before, rest }: SplitPattern, text: Sql): Sql {
  return sql`regexp_extract(${text}, ${quoteText(`${flags}\\A(${before})(?:${rest})`)}, 1)`;
}

/** A pattern whose matches can be located by the texts between them: none is empty, and the group is in each. */
function placeable(call: LoweredCall): SplitPattern | undefined {
  const pattern = constant(call, 1);
  if (typeof pattern !== 'string' || patternFacts(pattern)?.canMatchEmpty !== false)
    return undefined;
  const split = splitPattern(pattern);
  return split?.hasAssertions && !isFirst(call) ? undefined : split;
}

/** Regular expression functions. Both engines use RE2, so patterns are passed on unchanged. */
export const REGEXP_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('REGEXP_CONTAINS', textOverloads('(T, T) -> BOOL', CONTAINS)),
  scalar('REGEXP_EXTRACT', EXTRACT, { aliases: ['REGEXP_SUBSTR'], check: checkPlaces }),
  scalar(
    'REGEXP_EXTRACT_ALL',
    textOverloads('(T, T) -> ARRAY<T>', boundedLength(lowerExtractAll)),
    checkPlaces,
  ),
  scalar(
    'REGEXP_INSTR',
    textOverloads('(T, T, INT64?, INT64?, INT64?) -> INT64', boundedLength(lowerInstr)),
  ),
  scalar('REGEXP_REPLACE', textOverloads('(T, T, T) -> T', boundedLength(lowerReplace))),
];
