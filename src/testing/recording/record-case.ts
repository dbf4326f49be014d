import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Row, Table } from '#googlesql';
import { systemClock } from '../../async/system-clock.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { exampleArgument } from '../../endpoint/example-argument.ts';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Project } from '../../project/load-project.ts';
import { createRedactor } from '../../redaction/redactor.ts';
import { CASE_FILE } from '../reading/case-file.ts';
import type { ExactCase } from '../reading/exact-case.ts';
import { caseFileOf, readQuestion } from '../reading/read-cases.ts';
import { type CaseAnswer, type CaseQuestion, CaseRunner } from '../running/case-runner.ts';
import { rowsText } from '../update-case.ts';
import { caseText } from './case-text.ts';
import { columnsOf, type OwnRows, readOwnRows } from './own-rows.ts';
import { Placeholders } from './placeholders.ts';

/** What is recorded, and on what. */
export interface RecordOptions {
  readonly project: Project;
  readonly endpoint: PreparedEndpoint;
  /** Of the case. */
  readonly name: string;
  /** Over the project's own data, at a time. */
  readonly data: (now: bigint) => Promise<Engine>;
  /** Over rows alone. */
  readonly over: (tables: ReadonlyMap<Table, readonly Row[]>) => Engine;
}

/** A case that was recorded. */
export interface Recorded {
  /** Below the project's folder. */
  readonly file: string;
  /** What the file says of its rows. */
  readonly note: readonly string[];
}

/**
 * Writes a case with rows of the project's data, in which personal data are hidden, and what the endpoint answers over
 * these rows. The question is that of the case if it is there, else the endpoint's example at present. Rejects with a
 * `FieldstoneError` if the question is refused.
 */
export async function recordCase(options: RecordOptions): Promise<Recorded> {
  const { data, endpoint, over, project } = options;
  const file = caseFileOf(project, endpoint.definition.name, options.name);
  const said = existsSync(join(project.folder, file))
    ? readQuestion(project, endpoint, file)
    : exampleQuestion(endpoint);
  const now = said.now ?? systemClock();
  const question: CaseQuestion & typeof said = { ...said, endpoint, now };
  const plan = await new CaseRunner().plan(question);
  const read = await readOwnRows({
    endpoint,
    sql: said.sql,
    query: plan.queryAt({ now }),
    isPinned: plan.isPinned,
    engine: await data(now),
  });
  const hidden = await hide(read, question);
  const answer = await new CaseRunner().run(
    { ...question, ...hidden.question },
    over(new Map(hidden.tables.map(({ rows, table }) => [table, rows]))),
  );
  const note = noteOf(read, hidden.count);
  const text = caseText(
    {
      note: [...ownNote(said), ...note],
      now: formatIsoTimestamp(now),
      ...memberOf(said),
      ...hidden.question,
    },
    hidden.tables.map(({ rows, table }) => ({ name: table.name, columns: columnsOf(table), rows })),
    expectedText(answer),
  );
  const path = join(project.folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { file, note };
}

function exampleQuestion({ definition }: PreparedEndpoint): ExactCase {
  const examples = Object.entries(definition.parameters).flatMap(([name, parameter]) => {
    const example = exampleArgument(parameter);
    return example === undefined ? [] : [[name, example] as const];
  });
  return { ...CASE_FILE.parse({ arguments: Object.fromEntries(examples) }), pins: {} };
}

/** The members that are written as they are. */
function memberOf({ limit, orderBy, ordered, tolerance }: ExactCase) {
  return { orderBy, limit, ordered, tolerance: tolerance === 1e-9 ? undefined : tolerance };
}

/** Hides what is personal in the rows, and the same values in the question: its arguments look for rows. */
async function hide(read: readonly OwnRows[], question: CaseQuestion) {
  const placeholders = new Placeholders(createRedactor('default'));
  const tables = read.map(({ rows, table }) => ({ table, rows, columns: columnsOf(table) }));
  for (const one of tables) await placeholders.find(one);
  const { pins, sql } = question;
  const hideIn = (text: string) => placeholders.hideIn(text);
  const texts = (values: Readonly<Record<string, unknown>>) =>
    JSON.parse(JSON.stringify(values), (_, value: unknown) =>
      typeof value === 'string' ? hideIn(value) : value,
    );
  return {
    tables: tables.map((one) => ({ table: one.table, rows: placeholders.hide(one) })),
    question: {
      arguments: texts(question.arguments) as ExactCase['arguments'],
      pins: Object.keys(pins).length === 0 ? {} : (texts(pins) as ExactCase['pins']),
      sql: sql === undefined ? undefined : hideIn(sql),
    },
    count: placeholders.count,
  };
}

/** What people have written in the note of a case, without what an earlier recording says there. */
function ownNote({ note = [] }: ExactCase): readonly string[] {
  const lines = typeof note === 'string' ? [note] : note;
  const end = lines.indexOf(RECORDED);
  return end < 0 ? lines : lines.slice(0, end);
}

const RECORDED =
  'Recorded by "fieldstone test --record". The rows below are what the endpoint answers over the rows of this file.';

function noteOf(read: readonly OwnRows[], hidden: number): readonly string[] {
  const tables = read.map(({ leftOut, rows, table }) => {
    const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
    const rest =
      leftOut === 0
        ? 'no others pass its filters.'
        : `${leftOut} more that pass its filters are left out.`;
    return `${table.name}: ${count}; ${rest}`;
  });
  const values = hidden === 1 ? '1 value is' : `${hidden} values are`;
  return [
    RECORDED,
    ...tables,
    ...(hidden === 0
      ? []
      : [`${values} hidden as personal data: REDACTED_1 stands for one value.`]),
  ];
}

function expectedText(answer: CaseAnswer): string {
  return answer.kind === 'error'
    ? `"error": ${JSON.stringify(answer.error.code)}`
    : `"rows": ${rowsText(answer)}`;
}
