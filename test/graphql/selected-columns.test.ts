import fc, { type GeneratorValue } from 'fast-check';
import { expect, test } from 'vitest';
import { graphqlServer } from '../support/graphql-server.ts';

/** What a selection names for each column of `logs.all`. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  id: ['id'],
  timestamp: ['timestamp'],
  event_message: ['eventMessage'],
  metadata: ['metadata { __typename }', 'metadataJson'],
};
/** What the order of the rows needs, and cursors. */
const ORDER = ['id', 'timestamp'];

/** Where rows are asked for, with the types of their answers. */
const PLACES = {
  stored: { row: 'LogsAllRow', result: 'LogsAllResult' },
  view: { row: 'EdgeLog', result: 'EdgeLogsResult' },
} as const;

/** A document in which fields are selected somewhere: under aliases, in fragments, and with conditions. */
class Document {
  readonly #draw: GeneratorValue;
  readonly #fragments: string[] = [];
  readonly selected = new Set<string>();

  constructor(draw: GeneratorValue) {
    this.#draw = draw;
  }

  /** Rows are asked for once or several times, which GraphQL merges. */
  of(place: keyof typeof PLACES): string {
    const { result, row } = PLACES[place];
    const rows = () =>
      this.#wrap(`${this.#alias()}rows ${this.#condition()} ${this.#columns(row)}`, result);
    const some = Array.from({ length: this.#draw(fc.integer, { min: 0, max: 3 }) }, rows);
    const set = `{ rowCount ${some.join(' ')} }`;
    const logs = '(project: "p", projectTier: PRO)';
    const field =
      place === 'stored' ? `logsAll${logs} ${set}` : `logsAllViews${logs} { edge ${set} }`;
    return `query ($yes: Boolean! = true) { __typename @include(if: $yes) ${field} }\n${this.#fragments.join('\n')}`;
  }

  #columns(row: string): string {
    const names = this.#draw(fc.subarray, Object.keys(COLUMNS));
    const fields = names.map((name) => {
      this.selected.add(name);
      const field = this.#pick(COLUMNS[name] ?? []);
      return this.#wrap(`${this.#alias()}${field}`, row);
    });
    return `{ __typename ${fields.join(' ')} }`;
  }

  #wrap(selection: string, type: string): string {
    const kind = this.#pick(['', '', 'inline', 'inline on', 'spread']);
    if (kind === '') return selection;
    if (kind !== 'spread') {
      const on = kind === 'inline' ? '' : `on ${type}`;
      return `... ${on} ${this.#condition()} { ${selection} }`;
    }
    const inner = this.#wrap(selection, type);
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type} { ${inner} }`);
    return `...${name} ${this.#condition()}`;
  }

  /** A name of its own, or none. */
  #alias(): string {
    return this.#draw(fc.boolean) ? `f${this.#draw(fc.nat)}: ` : '';
  }

  /** Whatever it comes to: skipped fields count as selected. */
  #condition(): string {
    return this.#pick(['', '', '@skip(if: true)', '@include(if: $yes)']);
  }

  #pick<One>(list: readonly One[]): One {
    return list[this.#draw(fc.nat, { max: list.length - 1 })] as One;
  }
}

test.each(['stored', 'view'] as const)(
  'a run reads the columns that a document names, and those of its order: %s',
  async (place) => {
    const { post, source } = await graphqlServer();
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const document = new Document(draw);
        const query = document.of(place);

        const { body } = await post({ query });

        expect(body.errors, query).toBeUndefined();
        const read = source.queries.at(-1)?.statement.columns.map(({ name }) => name);
        expect(new Set(read), query).toEqual(new Set([...ORDER, ...document.selected]));
      }),
      { numRuns: 100 },
    );
  },
);
