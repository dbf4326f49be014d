import type { ReadEndpoints } from './project-reader.ts';
import type { Serving } from './serving.ts';

/** What follows the files of a project is given by the service. */
export interface FollowOptions {
  readonly serving: Serving;
  /** The ids by which the settings call endpoints. */
  readonly aliases: () => Readonly<Record<string, string>> | undefined;
  readonly output: { write(text: string): void };
}

/** Serves, until it is closed, what becomes of the project that was read first. */
export type Follow = (
  first: ReadEndpoints,
  options: FollowOptions,
) => Promise<{ close(): Promise<void> }>;
