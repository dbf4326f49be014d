import type { Caller } from '../auth/caller.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import type { Via } from '../engines/engine.ts';
import type { JobLabels } from '../request/job-labels.ts';
import type { RawArguments } from './arguments/arguments.ts';
import type { ViewRequest } from './paging/view-page.ts';

/** One request to one endpoint, from either interface. */
export interface RunRequest {
  readonly endpoint: PreparedEndpoint;
  readonly caller: Caller;
  /** By REST parameter name; members that the endpoint does not declare are ignored. */
  readonly arguments: RawArguments;
  /** The caller's own SELECT over the endpoint's views; undefined for the stored one. */
  readonly sql: string | undefined;
  /** The names of the columns that are shown; undefined for all. Others are NULL where that saves work. */
  readonly columns?: ReadonlySet<string> | undefined;
  /** The requested page of a view, in place of the stored SELECT. */
  readonly view?: ViewRequest | undefined;
  /** Whether the request asks for redaction; the key and the endpoint may require it too. */
  readonly redact: boolean;
  readonly via: Via;
  /** Labels for the jobs of the request. */
  readonly labels?: JobLabels | undefined;
}
