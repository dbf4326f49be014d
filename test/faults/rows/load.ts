import { setTimeout as sleep } from 'node:timers/promises';
import { overload } from '../../walls/overload.ts';
import { residentBytes } from '../../walls/server-process.ts';
import type { Fault, Trial } from '../fault.ts';
import { cold, kept, type Question, statement } from '../questions.ts';
import type { Rig } from '../rig.ts';
import { LARGE, largeWindow, nextProject } from '../world.ts';

/** The large rows; each number makes it another question. */
function large(number: number): Question {
  const { start, end } = largeWindow(number);
  const query = new URLSearchParams({
    project: LARGE.project,
    project_tier: 'PRO',
    iso_timestamp_start: start,
    iso_timestamp_end: end,
  });
  return {
    method: 'GET',
    path: `/api/endpoints/query/logs.all?${query}`,
    // Parsing them would take longer than answering them.
    isRight: (body) =>
      body.startsWith(`{"result":[{"id":"large-${LARGE.rows - 1}"`) &&
      body.endsWith(']}') &&
      body.split('"id":"large-').length - 1 === LARGE.rows,
  };
}

/** Watches the memory of the replicas until the work is done; resolves to the most of any, in MB. */
async function peakOf({ replicas }: Rig, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, ...replicas.map(({ pid }) => residentBytes(pid)));
    await sleep(50);
  }
  await done;
  return peak / 1e6;
}

/** `MEMORY`, in MB. */
const MAX_MEMORY = 2_000;
const DIFFERENT = 5;
const EACH = 8;

async function largeAnswers(trial: Trial): Promise<void> {
  const rig = await trial.openRig({ replicas: [{ environment: {} }], deadlineMs: 30_000 });
  const questions = Array.from({ length: DIFFERENT * EACH }, (_, i) => large(i % DIFFERENT));
  const allow = ['OVERLOADED', 'QUERY_TIMEOUT', 'ENGINE_UNAVAILABLE', 'RATE_LIMITED'] as const;
  const peak = await peakOf(rig, rig.client.askAll(questions, { allow }));
  trial.note(
    `${questions.length} callers of ${DIFFERENT} answers of 16 MB: ${rig.client.summary()}; at most ${peak.toFixed(0)} MB`,
  );
  trial.expect(peak < MAX_MEMORY, 'more memory than MEMORY');
  await trial.recover(rig);
}

const HEAP_MB = 128;
const HEAP_SECONDS = 20;

async function littleHeap(trial: Trial): Promise<void> {
  const environment = {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    CACHE_MEMORY: '16MB',
  };
  const rig = await trial.openRig({ environment });
  const end = performance.now() + HEAP_SECONDS * 1_000;
  const caller = async (number: number) => {
    for (let i = 0; performance.now() < end; i += 1) {
      const project = nextProject();
      const ask = [kept, cold, statement][i % 3] ?? kept;
      await rig.client.ask(ask(project), {
        replica: number % 2,
        allow: ['OVERLOADED', 'QUERY_TIMEOUT', 'RATE_LIMITED'],
      });
    }
  };
  const peak = await peakOf(rig, Promise.all(Array.from({ length: 8 }, (_, i) => caller(i))));
  trial.note(`${rig.client.summary()}; at most ${peak.toFixed(0)} MB`);
  for (const replica of rig.replicas) trial.expect(replica.isRunning, 'a replica ended');
  await trial.recover(rig);
}

async function overloaded(trial: Trial): Promise<void> {
  const found = await overload.run({ long: false });
  trial.note(found.trim().replaceAll(/\n\s*/g, '; '));
}

/** What too much load does. */
export const LOAD: readonly Fault[] = [
  {
    id: 'O1',
    fault: 'five times the cold load that the embedded engine takes',
    expected:
      'kept answers p99 below 300 ms, half of the refusals within 30 ms, each with Retry-After',
    run: overloaded,
  },
  {
    id: 'O2',
    fault: `${DIFFERENT * EACH} callers of answers of 16 MB at once`,
    expected: 'the right rows, 503 or 504, within MEMORY',
    run: largeAnswers,
  },
  {
    id: 'O3',
    fault: `a heap of ${HEAP_MB} MB under mixed load for ${HEAP_SECONDS} s`,
    expected: 'right answers or 503; no end of the process',
    run: littleHeap,
  },
];
