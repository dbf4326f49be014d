import { expect, test } from 'vitest';
import { SqlError } from '../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../src/googlesql/syntax/tree/equal-trees.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { type Accepted, compile } from './compile.ts';
import { mutate, split } from './mutate.ts';
import { Random } from './random.ts';
import { readSeeds } from './seeds.ts';

const seeds = readSeeds();

function mutants(seed: number, count: number): string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => mutate(random, seeds));
}

/** The accepted ones of a list of statements; a compiler that throws anything but a `SqlError` fails the test. */
function accepted(statements: readonly string[]): Accepted[] {
  return statements.flatMap((sql) => {
    const compiled = compile(sql);
    return compiled instanceof SqlError ? [] : [compiled];
  });
}

test('compile takes or refuses mutated statements and never fails', () => {
  const statements = mutants(20_260_701, 4000);

  const count = accepted(statements).length;

  expect(count).toBeGreaterThan(200);
  expect(count).toBeLessThan(statements.length / 2);
});

test('printQuery writes what parses to an equal tree for every accepted mutant', () => {
  const trees = accepted([...seeds, ...mutants(7, 3000)]).map(({ tree }) => tree);

  const changed = trees
    .map((tree) => ({ tree, text: printQuery(tree) }))
    .filter(({ tree, text }) => !equalTrees(parseQuery(text), tree))
    .map(({ text }) => text);

  expect(changed).toEqual([]);
});

test('compile lets mutants read nothing but views', () => {
  const tables = accepted(mutants(11, 4000)).flatMap((statement) => [...statement.tables]);

  expect(tables.filter((name) => !(name in VIEWS))).toEqual([]);
});

test('mutate makes the same statements from the same seed', () => {
  expect(mutants(3, 50)).toEqual(mutants(3, 50));
  expect(mutants(3, 50)).not.toEqual(mutants(4, 50));
});

test('split loses nothing', () => {
  expect(seeds.map((sql) => split(sql).join(''))).toEqual(seeds);
});
