import { wantsRedaction } from '../http/caller-of.ts';
import type { Lane } from '../http/lanes.ts';
import type { Runner } from '../run/runner.ts';
import { knownBytes } from './answer-bytes.ts';
import type { KnownQuestions } from './known-questions.ts';
import { readyAnswer } from './representation.ts';

/** What a lane of the REST path shares with its route. */
export interface RestLaneOptions {
  readonly runner: Runner;
  readonly clock: () => bigint;
  readonly known: KnownQuestions;
}

/** Answers URLs that the caller has asked before, while their bytes are kept in the coding that is asked for. */
export function restLane({ runner, clock, known }: RestLaneOptions): Lane {
  return (request, caller) => {
    const { method, url = '', headers } = request;
    // A body may hold arguments.
    if (method === 'POST') return undefined;
    const planned = known.get({ url, caller, redact: wantsRedaction(headers) });
    const result = planned && runner.peek(planned, clock());
    const answer = result && knownBytes(result);
    return answer && readyAnswer(request, result, answer);
  };
}
