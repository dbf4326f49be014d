import { useCallback, useEffect, useRef, useState } from 'react';
import { RequestError } from '../api/request.ts';
import { type Answer, type Run, run } from '../api/run.ts';

/** Where a run is. */
export interface RunState {
  readonly isRunning: boolean;
  /** The last answer; it stays while the next one is awaited. */
  readonly answer: Answer | undefined;
  readonly error: RequestError | undefined;
}

/** A run, and how it is started and aborted. */
export interface UsedRun extends RunState {
  readonly start: (request: Run) => void;
  readonly abort: () => void;
}

const NOTHING: RunState = { isRunning: false, answer: undefined, error: undefined };

/** Runs requests, the last of which counts: one that is started aborts the one before. */
export function useRun(key: string): UsedRun {
  const [state, setState] = useState(NOTHING);
  const controller = useRef<AbortController>(undefined);
  const abort = useCallback(() => {
    controller.current?.abort();
    setState((before) => ({ ...before, isRunning: false }));
  }, []);
  const start = useCallback(
    (request: Run) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      setState((before) => ({ ...before, isRunning: true, error: undefined }));
      run(request, key, own.signal).then(
        (answer) => own.signal.aborted || setState({ isRunning: false, answer, error: undefined }),
        (error: unknown) => own.signal.aborted || setState(failed(error)),
      );
    },
    [key],
  );
  useEffect(() => () => controller.current?.abort(), []);
  return { ...state, start, abort };
}

function failed(error: unknown): RunState {
  const known = error instanceof RequestError;
  const own = known ? error : new RequestError('The answer cannot be read', 0, 'UNREADABLE');
  return { ...NOTHING, error: own };
}
