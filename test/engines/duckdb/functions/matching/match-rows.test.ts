import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchRows } from '../../../../../src/engines/duckdb/functions/matching/match-rows.ts';

/** A pattern in postfix notation, and its ways through rows from one, the preferred first: where they end, and letters. */
interface Pattern {
  readonly text: string;
  readonly ways: (rows: readonly number[], row: number) => Iterable<Way>;
}

type Way = readonly [end: number, letters: string];

const EMPTY: Pattern = { text: '.0', ways: (_, row) => [[row, '']] };

function symbol(number: number): Pattern {
  const letter = String.fromCharCode(65 + number);
  const isHere = (digit = 0) => ((digit >> number) & 1) === 1;
  return {
    text: `${number}`,
    ways: (rows, row) => (isHere(rows[row]) ? [[row + 1, letter]] : []),
  };
}

function anchor(text: '^' | '$'): Pattern {
  return {
    text,
    ways: (rows, row) => (row === (text === '^' ? 0 : rows.length) ? [[row, '']] : []),
  };
}

function* inSequence(
  [first, ...more]: readonly Pattern[],
  rows: readonly number[],
  row: number,
): Generator<Way> {
  if (!first) return yield [row, ''];
  for (const [middle, begin] of first.ways(rows, row)) {
    for (const [end, rest] of inSequence(more, rows, middle)) yield [end, begin + rest];
  }
}

function sequence(parts: readonly Pattern[]): Pattern {
  const text = [...parts.map((part) => part.text), `.${parts.length}`].join(' ');
  return { text, ways: (rows, row) => inSequence(parts, rows, row) };
}

function choice(parts: readonly Pattern[]): Pattern {
  const text = [...parts.map((part) => part.text), `|${parts.length}`].join(' ');
  return { text, ways: (rows, row) => parts.flatMap((part) => [...part.ways(rows, row)]) };
}

/** Of no bound, another time without a row is no other way. */
function repetition(
  part: Pattern,
  least: number,
  most: number | undefined,
  isReluctant: boolean,
): Pattern {
  function* onceMore(rows: readonly number[], row: number, times: number): Generator<Way> {
    const isEnough = times >= least && most === undefined;
    const again = [...part.ways(rows, row)].filter(([middle]) => middle > row || !isEnough);
    for (const [middle, begin] of again) {
      for (const [end, rest] of ways(rows, middle, times + 1)) yield [end, begin + rest];
    }
  }
  function* ways(rows: readonly number[], row: number, times = 0): Generator<Way> {
    if (isReluctant && times >= least) yield [row, ''];
    if (times !== most) yield* onceMore(rows, row, times);
    if (!isReluctant && times >= least) yield [row, ''];
  }
  return { text: `${part.text} *${least},${most ?? ''}${isReluctant ? '?' : ''}`, ways };
}

const patterns = fc.letrec<{ pattern: Pattern }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.nat(2).map(symbol),
    fc.constantFrom(EMPTY, anchor('^'), anchor('$')),
    fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }).map(sequence),
    fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }).map(choice),
    fc
      .tuple(tie('pattern'), fc.nat(2), fc.option(fc.nat(2), { nil: undefined }), fc.boolean())
      .map(([part, least, more, isReluctant]) =>
        repetition(part, least, more === undefined ? undefined : least + more, isReluctant),
      ),
  ),
})).pattern;

/** More ways than these are not looked at. */
const MAX_WAYS = 2000;

function bestOf(ways: Iterable<Way>, isLongest: boolean): Way | undefined {
  const all: Way[] = [];
  for (const way of ways) {
    if (!isLongest) return way;
    fc.pre(all.push(way) < MAX_WAYS);
  }
  const longest = Math.max(...all.map(([end]) => end));
  return all.find(([end]) => end === longest);
}

function expected({ ways }: Pattern, rows: readonly number[], skips: boolean, isLongest: boolean) {
  const matches: string[] = [];
  for (let row = 0; row < rows.length; ) {
    const [, letters] = bestOf(ways(rows, row), isLongest) ?? [];
    if (letters !== undefined) matches.push(`${row + 1}:${letters}`);
    row += (skips && letters?.length) || 1;
  }
  return matches.length > 0 ? matches.join(',') : null;
}

test('the matches of rows are those that are found by trying every way in order', () => {
  const rows = fc.array(fc.nat(7), { maxLength: 6 });
  fc.assert(
    fc.property(patterns, rows, fc.boolean(), fc.boolean(), (pattern, digits, skips, isLongest) => {
      const options = `${skips ? 'PAST LAST ROW' : 'TO NEXT ROW'} 3 ${isLongest}`;
      const text = digits.map((digit) => String.fromCharCode(48 + digit)).join('');

      const found = matchRows(text, options, pattern.text);

      expect(found).toBe(expected(pattern, digits, skips, isLongest));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['nested quantifiers', '0 *10000,10000 *10000,10000', 1, 'PATTERN is too large'],
  ['nested quantifiers of nothing', '.0 *10000, *10000, *10000,', 1, 'PATTERN is too large'],
  ['nested quantifiers of no copies', '0 *0,0 0 *0,0 .2 *10000,', 1, 'PATTERN is too large'],
  ['repeated alternatives of nothing', `${'.0 '.repeat(200)}|200 *100,`, 1, 'PATTERN is too large'],
  ['repeated sequences of nothing', `${'.0 '.repeat(200)}.200 *100,`, 1, 'PATTERN is too large'],
  [
    'many rows for a pattern of many transitions',
    `${'0 '.repeat(1000)}|1000`,
    6000,
    'too many rows',
  ],
  ['many rows for a pattern of many states', '0 *0,1 *50,50 *50,50', 100_000, 'too many rows'],
  ['many rows in overlapping matches', '0 *1,', 100_000, 'more than 1000000 rows in the matches'],
  ['a bound that is NULL', '0 *null,', 1, 'NULL as quantifier bound value is not allowed'],
  ['a bound below zero', '0 *-1,', 1, 'Negative quantifier bound value is not allowed'],
  ['a bound beyond the greatest', '0 *0,10001', 1, 'exceeds maximum supported value of 10000'],
  ['bounds in the wrong order', '0 *2,1', 1, 'Quantifier lower bound, 2, exceeds upper bound, 1'],
])('%s are refused', (_, pattern, rows, message) => {
  expect(() => matchRows('1'.repeat(rows), 'TO NEXT ROW 2 false', pattern)).toThrow(message);
});

test('a row has digits for symbols that the pattern cannot take too', () => {
  expect(matchRows('102001', 'PAST LAST ROW 7 false', '0 1 6 *0,0 .3')).toBe('1:AB');
});

test('patterns that make a search go back take no longer than others', () => {
  const begin = process.threadCpuUsage().user;
  const rows = '1'.repeat(3000);

  expect(matchRows(rows, 'TO NEXT ROW 2 false', '0 *0, *0, *0, 1 .2')).toBeNull();
  expect(matchRows(rows, 'PAST LAST ROW 2 true', '0 0 |2 *1, 1 .2 0 |2')?.split(',')).toHaveLength(
    3000,
  );
  expect(process.threadCpuUsage().user - begin).toBeLessThan(1_000_000);
});
