import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How an editor saves a file: over the old one, by a rename, or after it has moved the old one away. */
const WAYS = ['in place', 'by rename', 'with a backup'] as const;

/** An edit of a project. */
export interface Edit {
  /** What is edited, and how it is saved. */
  readonly what: string;
  /** Whether the file is wrong afterwards. */
  readonly isWrong: boolean;
  /** The endpoint that answers the marker; undefined where it stays as it was. */
  readonly endpoint: string | undefined;
  /** What it answers from then on. */
  readonly marker: string;
}

/** What a file of some kind says with a marker, and what it says if it is wrong. */
interface Kind {
  readonly file: string;
  readonly endpoint: string;
  /** The file, and what the endpoint answers then. */
  readonly right: (number: number) => { readonly text: string; readonly marker: string };
  readonly wrong: string;
}

/** A project with files of every kind, each of which says the marker that an endpoint answers. */
export class EditedProject {
  readonly #folder: string;
  readonly #wrong = new Set<string>();
  #code = 0;
  #module = 0;
  #maxRows = 1;
  #data = 0;
  #number = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#write('data/stored.ndjson', '{"id":1}\n');
    this.#write('endpoints/coded/query.sql', "SELECT @mark AS marker, 'coded' AS name");
    this.#write('endpoints/viewed.sql', "SELECT m.marker, 'viewed' AS name FROM marks AS m");
    this.#write('endpoints/called.sql', "SELECT mark() AS marker, 'called' AS name");
    this.#write('endpoints/limited.sql', 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 900)) AS n');
    this.#write('endpoints/stored.sql', 'SELECT s.* FROM stored AS s');
    this.#write('endpoints/moved.sql', "SELECT m.marker, 'moved' AS name FROM moved AS m");
    this.#write('tables/moved.json', '[{"name": "marker", "type": "INT64"}]');
    for (const { file, right } of this.#kinds) this.#write(file, right(1).text);
  }

  /** How many files are wrong now. */
  get wrongFiles(): number {
    return this.#wrong.size;
  }

  /** What the endpoints answer first. */
  firstMarkers(): ReadonlyMap<string, string> {
    return new Map(this.#kinds.map(({ endpoint, right }) => [endpoint, right(1).marker]));
  }

  /** Edits the next file, every third time wrongly, and tells `expect` what comes of it before it is saved. */
  edit(expect: (edit: Edit) => void): void {
    this.#number += 1;
    const number = this.#number + 1;
    const kind = this.#kinds[this.#number % this.#kinds.length];
    const way = WAYS[Math.floor(this.#number / this.#kinds.length) % WAYS.length];
    if (!kind || !way) throw new Error('There is nothing to edit');
    const { endpoint, file } = kind;
    const isWrong = this.#number % 3 === 0;
    const { marker, text } = isWrong ? { marker: '', text: kind.wrong } : kind.right(number);
    if (isWrong) this.#wrong.add(file);
    else this.#wrong.delete(file);
    const what = `${file} ${way}, ${isWrong ? 'wrong' : marker}`;
    // An endpoint of several files stays as it was until all of them are right.
    const isServed = !this.#kinds.some(
      (one) => one.endpoint === endpoint && this.#wrong.has(one.file),
    );
    expect({ what, isWrong, endpoint: isServed ? endpoint : undefined, marker });
    this.#save(file, text, way);
  }

  readonly #kinds: readonly Kind[] = [
    {
      file: 'endpoints/single.sql',
      endpoint: 'single',
      right: (n) => ({ text: `SELECT ${n} AS marker, 'single' AS name`, marker: `${n}` }),
      wrong: 'SELECT marker AS marker',
    },
    {
      file: 'endpoints/coded/endpoint.ts',
      endpoint: 'coded',
      right: (n) => {
        this.#code = n;
        return { text: codeOf(n), marker: `${n}-${this.#module}` };
      },
      wrong: 'export default {;',
    },
    {
      file: 'lib/mark.ts',
      endpoint: 'coded',
      right: (n) => {
        this.#module = n;
        return { text: `export const mark: string = '${n}';\n`, marker: `${this.#code}-${n}` };
      },
      wrong: 'export const mark: string = ;',
    },
    {
      file: 'views/marks.sql',
      endpoint: 'viewed',
      right: (n) => ({ text: `SELECT ${n} AS marker`, marker: `${n}` }),
      wrong: 'SELECT 1 AS other FROM nowhere',
    },
    {
      file: 'functions/mark.sql',
      endpoint: 'called',
      right: (n) => ({ text: `CREATE FUNCTION mark() AS (${n});`, marker: `${n}` }),
      wrong: 'CREATE FUNCTION mark( AS (1);',
    },
    {
      file: 'fieldstone.json',
      endpoint: 'limited',
      right: (n) => {
        this.#maxRows = n;
        return { text: this.#settings(), marker: `${n}` };
      },
      wrong: '{"tables": {"moved": {"data": 1}}}',
    },
    {
      file: 'tables/stored.json',
      endpoint: 'stored',
      right: (n) => ({
        text: JSON.stringify(['id', `m_${n}`].map((name) => ({ name, type: 'INT64' }))),
        marker: `m_${n}`,
      }),
      wrong: '[{"name": "id", "type": "NUMBER"}]',
    },
    {
      file: 'fieldstone.json',
      endpoint: 'moved',
      right: (n) => {
        this.#data = n;
        this.#write(`data/moved-${n}.ndjson`, `{"marker":${n}}\n`);
        return { text: this.#settings(), marker: `${n}` };
      },
      wrong: '{',
    },
  ];

  #settings(): string {
    return JSON.stringify({
      defaults: { maxRows: this.#maxRows },
      tables: {
        stored: { data: 'data/stored.ndjson' },
        moved: { data: `data/moved-${this.#data}.ndjson` },
      },
    });
  }

  #save(file: string, text: string, way: (typeof WAYS)[number]): void {
    const path = join(this.#folder, file);
    if (way === 'by rename') {
      writeFileSync(`${path}~`, text);
      renameSync(`${path}~`, path);
      return;
    }
    if (way === 'with a backup') renameSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`, { force: true });
  }

  #write(file: string, text: string): void {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function codeOf(number: number): string {
  return `import { mark } from '../../lib/mark.ts';

export default {
  derive: { uses: [], parameters: { mark: 'STRING!' }, compute: () => ({ mark: '${number}-' + mark }) },
};
`;
}
