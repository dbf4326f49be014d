import { hash } from 'node:crypto';
import { typeName } from '#googlesql';
import {
  type GivenSources,
  givenSources,
} from '../../../src/engines/bigquery/given/given-sources.ts';
import { wireName } from '../../../src/engines/bigquery/statements/parameters.ts';
import { printStatement } from '../../../src/engines/bigquery/statements/print-statement.ts';
import type {
  BoundParameter,
  CompiledQuery,
  Engine,
  EngineQuery,
} from '../../../src/engines/engine.ts';
import type { Case } from '../../../src/testing/reading/read-cases.ts';
import { type CaseAnswer, CaseRunner } from '../../../src/testing/running/case-runner.ts';
import { compiledQuery } from '../../support/compiled.ts';

/** What the reference is asked for a case: the text that BigQuery is sent, in which the case's rows stand as literals. */
export interface Question {
  readonly sql: string;
  /** Those of the text, by the names that it has for them. */
  readonly parameters: Readonly<Record<string, BoundParameter>>;
}

/** The question of a query over the rows of a case. */
export function questionOf(one: Case, query: CompiledQuery): Question {
  const { parameters: names, sql } = printStatement(
    query.statement,
    sourcesOf(one).sources,
    query.maxRows + 1,
  );
  const bound = names.map((name) => [wireName(name), query.parameters.get(name)] as const);
  const parameters = bound.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { sql, parameters: Object.fromEntries(parameters) };
}

/** However long they are, rows stand in the text. */
function sourcesOf({ endpoint, tables }: Case): GivenSources {
  if (!tables) throw new TypeError('The case has no rows');
  const rows = new Map([...tables].map(([{ name }, own]) => [name, own]));
  return givenSources(endpoint.tables.values(), rows, Number.POSITIVE_INFINITY);
}

/**
 * SHA-256 of a case's input and of the question that is made of it, if the request is not refused before: another one if
 * the case, the endpoint or the text for BigQuery has changed.
 */
export function hashOf(one: Case, query: CompiledQuery | undefined): string {
  const { limit, now, orderBy, pins, sql } = one;
  const input = { arguments: one.arguments, limit, now, orderBy, pins, sql };
  const question = query && questionOf(one, query);
  const values = Object.entries(question?.parameters ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { type, value }]) => [name, typeName(type), value]);
  return hash('sha256', JSON.stringify([input, question?.sql, values], digits));
}

function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Runs a case on an engine; its answer, and the query that was run for it: none if the request is refused before. */
export async function askCase(
  one: Case,
  engine: Pick<Engine, 'run'>,
): Promise<{ readonly answer: CaseAnswer; readonly query: CompiledQuery | undefined }> {
  const asked: CompiledQuery[] = [];
  const noting: Engine = {
    run(query: EngineQuery, run) {
      asked.push(compiledQuery(query));
      return engine.run(query, run);
    },
    checkRoom() {},
    usage: () => ({ queues: {}, isBreakerOpen: false }),
    check: async () => ({ notes: 0, isAnswering: true }),
    close: async () => {},
  };
  const answer = await new CaseRunner().run(one, noting);
  if (asked.length > 1) throw new Error(`The case "${one.file}" runs more than one query`);
  return { answer, query: asked[0] };
}
