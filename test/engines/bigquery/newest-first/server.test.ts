import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../../src/engines/duckdb/duckdb-engine.ts';
import {
  faultOf,
  randomEvents,
  randomMoment,
  randomQuestion,
  termsOf,
} from '../../../fuzz/newest-first/questions.ts';
import { Random } from '../../../fuzz/random.ts';
import { EVENTS, openEvents } from '../../../support/bigquery/event-tables.ts';
import { sharedProcesses } from '../../../support/engine-processes.ts';
import { compileQuery } from '../../compile-query.ts';

const NEVER = new AbortController().signal;
const STATEMENTS = 30;

test('jobs of a server have the rows of the embedded engine, whatever is inserted between them', {
  timeout: 180_000,
}, async () => {
  const random = new Random(49);
  const events = await openEvents();
  const { clock, server, tables } = events;
  const engine = await events.open();
  const embedded = new DuckDbEngine({ files: events.files, processes: sharedProcesses() });
  onTestFinished(() => embedded.close());
  const jobs = new Set<number>();
  events.fill(randomEvents(random, 90));
  for (let i = 0; i < STATEMENTS; i += 1) {
    const question = randomQuestion(random, EVENTS);
    const { parameters, sql } = question;
    clock.ms = Math.floor(randomMoment(random) / 1_000);
    const plain = compileQuery(question.whole, parameters, { tables, maxRows: 100_000 });
    const { rows } = await embedded.run(plain, { signal: NEVER });
    const query = compileQuery(sql, parameters, { tables, isCallersSql: false });
    const before = server.counters.jobs;
    server.script([
      {
        match: 'POST /queries',
        times: 1,
        reply: async (exchange) => {
          const answer = await exchange.normal();
          if (i % 5 === 0) events.insert(randomEvents(random, 20));
          return answer;
        },
      },
    ]);
    const answer = await engine.run({ ...query, ...termsOf(question) }, { signal: NEVER });
    events.reset();
    expect([faultOf(answer, rows, question), sql]).toEqual([undefined, sql]);
    jobs.add(server.counters.jobs - before);
  }
  expect([...jobs].toSorted()).toEqual([1, 2, 3]);
});
