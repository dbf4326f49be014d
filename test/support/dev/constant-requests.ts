/** The endpoints, and what GraphQL is asked for of each: the columns of one of them change. */
const SELECTIONS: Readonly<Record<string, string>> = {
  single: 'rows { marker name }',
  coded: 'rows { marker name }',
  viewed: 'rows { marker name }',
  called: 'rows { marker name }',
  moved: 'rows { marker name }',
  limited: 'rowCount',
  stored: 'rows { id }',
};

const DOCUMENT = `{ ${Object.entries(SELECTIONS)
  .map(([name, selection]) => `${name} { ${selection} }`)
  .join(' ')} }`;

/** What an endpoint answers from one moment to another, in the time of `performance.now()`. */
interface Version {
  readonly marker: string;
  readonly from: number;
  until: number;
}

interface Row {
  readonly name?: string;
  readonly marker?: unknown;
}

/** Requests that follow each other without a pause, over REST and GraphQL, and what is wrong with their answers. */
export class ConstantRequests {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #versions = new Map<string, Version[]>();
  readonly #faults: string[] = [];
  #count = 0;
  #isOver = false;
  #loops: Promise<unknown> | undefined;

  constructor(url: string, key: string, markers: ReadonlyMap<string, string>) {
    this.#url = url;
    this.#headers = { 'x-api-key': key, 'content-type': 'application/json' };
    for (const [name, marker] of markers) {
      this.#versions.set(name, [{ marker, from: 0, until: Number.POSITIVE_INFINITY }]);
    }
  }

  /** What was wrong with answers, each with its request. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  get count(): number {
    return this.#count;
  }

  start(loops = 3): void {
    this.#loops = Promise.all(Array.from({ length: loops }, (_, i) => this.#loop(i)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loops;
  }

  /** From now on an endpoint may also answer this. */
  expect(name: string, marker: string): void {
    const until = Number.POSITIVE_INFINITY;
    this.#versions.get(name)?.push({ marker, from: performance.now(), until });
  }

  /** From now on every endpoint answers only what it was expected to answer last. */
  settle(): void {
    for (const [name, all] of this.#versions) {
      const last = all.at(-1);
      for (const version of all) {
        if (version !== last) version.until = Math.min(version.until, performance.now());
      }
      // Answers that are as old have been read.
      this.#versions.set(name, all.slice(-5));
    }
  }

  /** Asks each endpoint once over REST, and all of them over GraphQL. */
  async askAll(): Promise<void> {
    for (const name of Object.keys(SELECTIONS)) await this.#askRest(name);
    await this.#askGraphql();
  }

  async #loop(start: number): Promise<void> {
    const names = Object.keys(SELECTIONS);
    for (let i = start; !this.#isOver; i += 1) {
      const name = names[i % (names.length + 1)];
      await (name === undefined ? this.#askGraphql() : this.#askRest(name));
    }
  }

  async #askRest(name: string): Promise<void> {
    await this.#ask(`REST ${name}`, `/api/endpoints/query/${name}`, {}, (body) => {
      const rows = (body as { readonly result: readonly Row[] }).result;
      return [[name, rows]];
    });
  }

  async #askGraphql(): Promise<void> {
    const init = { method: 'POST', body: JSON.stringify({ query: DOCUMENT }) };
    await this.#ask('GraphQL', '/graphql', init, (body) => {
      const { data, errors } = body as {
        readonly data: Readonly<
          Record<string, { readonly rows?: Row[]; readonly rowCount?: number }>
        >;
        readonly errors?: unknown;
      };
      if (errors) throw new Error(JSON.stringify(errors));
      return Object.entries(data).map(([name, { rows, rowCount = 0 }]) => {
        return [name, rows ?? Array.from({ length: rowCount }, () => ({}))];
      });
    });
  }

  async #ask(
    what: string,
    path: string,
    init: RequestInit,
    read: (body: unknown) => readonly (readonly [name: string, rows: readonly Row[]])[],
  ): Promise<void> {
    const from = performance.now();
    this.#count += 1;
    try {
      const response = await fetch(`${this.#url}${path}`, { ...init, headers: this.#headers });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      for (const [name, rows] of read(JSON.parse(text))) this.#check(what, name, rows, from);
    } catch (error) {
      this.#faults.push(`${what}: ${error instanceof Error ? error.message : error}`);
    }
  }

  #check(what: string, name: string, rows: readonly Row[], from: number): void {
    const [first] = rows;
    if (first?.name !== undefined && first.name !== name) {
      this.#faults.push(`${what}: "${name}" answers as "${first.name}"`);
    }
    const marker = markerOf(name, rows);
    const allowed = (this.#versions.get(name) ?? []).filter(({ until }) => until >= from);
    if (marker === undefined || allowed.some((version) => version.marker === marker)) return;
    const markers = allowed.map((version) => version.marker);
    this.#faults.push(`${what}: "${name}" answers ${marker}, not ${markers.join(' or ')}`);
  }
}

/** The marker in an answer; undefined where it has none. */
function markerOf(name: string, rows: readonly Row[]): string | undefined {
  if (name === 'limited') return String(rows.length);
  if (name === 'stored') return Object.keys(rows[0] ?? {}).find((key) => key.startsWith('m_'));
  return String(rows[0]?.marker);
}
