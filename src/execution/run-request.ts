import type { Caller } from '../auth/caller.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import type { Via } from '../engines/engine.ts';
import type { RawArguments } from './arguments/arguments.ts';
import type { ViewRequest } from './paging/view-page.ts';

/** One question to one endpoint, whichever interface it came through. */
export interface RunRequest {
  readonly endpoint: PreparedEndpoint;
  readonly caller: Caller;
  /** By REST parameter name; members that the endpoint does not declare are ignored. */
  readonly arguments: RawArguments;
  /** The caller's own SELECT over the endpoint's views; undefined for the stored one. */
  readonly sql: string | undefined;
  /** The names of the columns that are shown; undefined for all. The others are NULL where that saves work. */
  readonly columns?: ReadonlySet<string> | undefined;
  /** The page of a view that is asked for in place of the stored SELECT. */
  readonly view?: ViewRequest;
  /** Whether the request asks for redaction; the key and the endpoint may turn it on too. */
  readonly redact: boolean;
  readonly via: Via;
}
