import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import { printProblem } from '../../project/problems/problem.ts';
import type { FollowOptions } from '../../serving/follow.ts';
import type { ProjectReader, ReadEndpoints } from '../../serving/project-reader.ts';
import {
  isSameState,
  type ProjectPlaces,
  type ProjectState,
  projectPlaces,
  projectState,
} from './project-state.ts';
import { ProjectWatcher } from './project-watcher.ts';
import { SchemaWriter } from './schema-writer.ts';

/** A save is over once nothing has changed for so long. */
const QUIET_MS = 20;

/** Some editors delete a file before they write it: one that is missing is looked for once more. */
const MISSING_MS = 80;

/** Options of `watchProject`. */
export interface WatchOptions extends FollowOptions {
  readonly reader: ProjectReader;
  /** What the reader has read first, which is served. */
  readonly first: ReadEndpoints;
  readonly errors: { write(text: string): void };
}

/** Serves what becomes of a project while its files change, until it is closed. */
export class ProjectWatch {
  readonly #options: WatchOptions;
  readonly #watcher = new ProjectWatcher(() => this.#changed());
  readonly #schema: SchemaWriter;
  #places: ProjectPlaces;
  #state: ProjectState = new Map();
  #last: ReadEndpoints;
  #timer: NodeJS.Timeout | undefined;
  /** When the first change that is not served yet was seen, in the time of `performance.now()`. */
  #since: number | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: WatchOptions) {
    const { errors, first } = options;
    this.#options = options;
    this.#last = first;
    this.#places = projectPlaces(first.project);
    this.#schema = new SchemaWriter((error) => errors.write(`${messageOf(error)}\n`));
    this.#printProblems(first);
    this.#schema.write(options.serving.current);
    this.#watcher.follow(this.#places);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#watcher.close();
    await this.#working;
    await this.#schema.close();
  }

  #changed(): void {
    this.#since ??= performance.now();
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#work(), QUIET_MS);
  }

  #work(): void {
    if (this.#working !== undefined) {
      this.#changed();
      return;
    }
    const since = this.#since ?? performance.now();
    this.#since = undefined;
    this.#working = this.#reload(since)
      .catch((error) => void this.#options.errors.write(`${messageOf(error)}\n`))
      .finally(() => {
        this.#working = undefined;
      });
  }

  /** Reads the project until its files are those that were read, and serves it if they are others than before. */
  async #reload(since: number): Promise<void> {
    const { reader } = this.#options;
    const before = this.#state;
    await this.#waitForMissing();
    let read = this.#last;
    for (;;) {
      const state = projectState(this.#places);
      if (isSameState(state, this.#state)) break;
      read = await reader.read();
      this.#state = state;
      this.#places = projectPlaces(read.project);
    }
    this.#watcher.follow(this.#places);
    // The first state is that of what is served, unless something changed in between.
    const isSame = before.size === 0 && isSameReading(read, this.#last);
    if (read === this.#last || isSame || this.#isClosed) return;
    this.#last = read;
    await this.#serve(read, since);
  }

  async #waitForMissing(): Promise<void> {
    const now = projectState(this.#places);
    if ([...this.#state.keys()].some((path) => !now.has(path))) await sleep(MISSING_MS);
  }

  async #serve(read: ReadEndpoints, since: number): Promise<void> {
    const { aliases, errors, output, serving } = this.#options;
    let count = read.problems.length;
    try {
      await serving.replace(read.project, read.endpoints, aliases());
    } catch (error) {
      count += 1;
      errors.write(`The project is served as it was: ${messageOf(error)}\n`);
    }
    const { registry } = serving.current;
    const ms = Math.round(performance.now() - since);
    this.#printProblems(read);
    output.write(`RELOADED endpoints=${registry.endpoints.length} errors=${count} ms=${ms}\n`);
    this.#schema.write(serving.current);
  }

  #printProblems({ problems }: ReadEndpoints): void {
    if (problems.length === 0) return;
    this.#options.errors.write(`${problems.map(printProblem).join('\n\n')}\n`);
  }
}

function isSameReading(one: ReadEndpoints, other: ReadEndpoints): boolean {
  const { endpoints, problems } = one;
  return (
    problems.map(printProblem).join() === other.problems.map(printProblem).join() &&
    endpoints.length === other.endpoints.length &&
    endpoints.every((endpoint, i) => endpoint === other.endpoints[i])
  );
}
