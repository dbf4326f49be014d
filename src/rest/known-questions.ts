import type { Caller } from '../access/caller.ts';
import { RecentMap } from '../run/recent-map.ts';
import type { PlannedRun } from '../run/runner.ts';

/** A request line, who sent it and what they see: everything that decides a plan but the moment. */
export interface AskedUrl {
  /** As it was sent. */
  readonly url: string;
  readonly caller: Caller;
  /** Whether the headers ask for redaction. */
  readonly redact: boolean;
}

interface Known {
  readonly caller: Caller;
  readonly planned: PlannedRun;
}

/** URLs that were read and checked before: clients poll the same ones. */
export class KnownQuestions {
  readonly #known = new RecentMap<Known>({ entries: 5_000, weight: 4_000_000 });

  get(asked: AskedUrl): PlannedRun | undefined {
    const known = this.#known.get(keyOf(asked));
    // A key file that was read anew makes new callers, whose rights may be others.
    return known?.caller === asked.caller ? known.planned : undefined;
  }

  set(asked: AskedUrl, planned: PlannedRun): void {
    const key = keyOf(asked);
    const { identity } = planned.plan;
    this.#known.set(key, { caller: asked.caller, planned }, key.length + identity.length);
  }
}

function keyOf({ url, caller, redact }: AskedUrl): string {
  return `${redact ? '+' : '-'}${caller.keyId} ${url}`;
}
