import { parseHeader } from '#googlesql';
import { systemClock as clock } from '../async/system-clock.ts';
import { type PreparedEndpoint, prepareEach } from '../catalog/prepare.ts';
import { exampleFault } from '../execution/arguments/example-values.ts';
import type { EndpointProblem } from '../project/endpoint-files.ts';
import {
  clashProblems,
  type LoadOptions,
  type ProjectReading,
  problemsOf,
  readProject,
} from '../project/load-project.ts';
import { PartCache } from '../project/part-cache.ts';
import { type ProjectProblem, problemAt } from '../project/problems/problem.ts';

/** A project as far as it can be served, and what is wrong with its files. */
export interface ReadEndpoints {
  /** With the endpoints that can be served, and all tables that these read. */
  readonly project: ProjectReading;
  /** In the order of their names. */
  readonly endpoints: readonly PreparedEndpoint[];
  /** Without those that only follow from others. */
  readonly problems: readonly ProjectProblem[];
  /** The mistakes of `fieldstone.json`, tables, views and functions. */
  readonly sharedProblems: readonly ProjectProblem[];
  /** All mistakes of endpoints. */
  readonly endpointProblems: readonly EndpointProblem[];
}

type Endpoints = ReadonlyMap<string, PreparedEndpoint>;

/**
 * Reads and compiles the project in a folder, again and again: what has not changed is not made anew, and what is wrong
 * now stays as it was when it was last right.
 */
export class ProjectReader {
  readonly folder: string;
  readonly #options: LoadOptions;
  readonly #cache = new PartCache();
  #last: ReadEndpoints | undefined;

  constructor(folder: string, options: LoadOptions = {}) {
    this.folder = folder;
    this.#options = options;
  }

  async read(): Promise<ReadEndpoints> {
    const cache = this.#cache;
    const before = this.#last?.project;
    const reading = await readProject(this.folder, { ...this.#options, cache, before });
    const { prepared, problems } = prepareEach(reading, cache);
    const examples = prepared.flatMap((endpoint) =>
      cache.get(`example ${endpoint.definition.name}`, [endpoint], () => exampleProblems(endpoint)),
    );
    const wrong = [...reading.endpointProblems, ...problems, ...examples];
    const unusable = new Set(examples.map(({ endpoint }) => endpoint));
    const usable = prepared.filter(({ definition }) => !unusable.has(definition.name));
    const right = new Map(usable.map((endpoint) => [endpoint.definition.name, endpoint]));
    const { endpoints, clashes } = this.#served(right, wrong);
    const endpointProblems = [...wrong, ...clashes];
    this.#last = {
      project: withTables(reading, endpoints),
      endpoints,
      problems: problemsOf({ ...reading, endpointProblems }),
      sharedProblems: reading.sharedProblems,
      endpointProblems,
    };
    return this.#last;
  }

  /** The right endpoints, and the last right version of those that are wrong, as far as they can be there together. */
  #served(right: Endpoints, wrong: readonly EndpointProblem[]) {
    const before = new Map(this.#last?.endpoints.map((one) => [one.definition.name, one]));
    const served = new Map(right);
    for (const { endpoint: name } of wrong) {
      const earlier = before.get(name);
      if (earlier && !served.has(name)) served.set(name, earlier);
    }
    // The right ones do not clash with each other.
    const clashes = served.size > right.size ? clashesOf(served) : [];
    if (clashes.length === 0) return { endpoints: sorted(served), clashes };
    // Which of those that clash was there first is what the earlier ones say, which do not clash.
    const names = new Set(served.keys());
    const earlier = new Map([...before].filter(([name]) => names.has(name)));
    return { endpoints: sorted(earlier), clashes };
  }
}

/** The problem of examples that are no valid arguments, at the tag if there is one. */
function exampleProblems(endpoint: PreparedEndpoint): readonly EndpointProblem[] {
  const message = exampleFault(endpoint, clock());
  if (message === undefined) return [];
  const { file, name, sql } = endpoint.definition;
  return [{ ...problemAt(file, sql, message, parseHeader(sql).example?.offset), endpoint: name }];
}

function clashesOf(endpoints: Endpoints): readonly EndpointProblem[] {
  return clashProblems([...endpoints.values()].map(({ definition }) => definition));
}

function sorted(endpoints: Endpoints): readonly PreparedEndpoint[] {
  return [...endpoints.keys()].sort().flatMap((name) => endpoints.get(name) ?? []);
}

/** An endpoint of an earlier version may read tables that are not there any more. */
function withTables(
  reading: ProjectReading,
  endpoints: readonly PreparedEndpoint[],
): ProjectReading {
  const read = endpoints.flatMap(({ tables }) => [...tables]);
  const tables = new Map([...(read as [string, never][]), ...reading.tables]);
  return { ...reading, tables, endpoints: endpoints.map(({ definition }) => definition) };
}
