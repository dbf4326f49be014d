import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** A dataset as other makers ship it: what `--data` names, and what must come of it. */
export interface Dataset {
  /** Below the folder of all. */
  readonly path: string;
  readonly endpoint: string;
  readonly rows: number;
  /** A part of the first row. */
  readonly first?: object;
}

/** Writes ten datasets of shapes that are common elsewhere. */
export async function writeDatasets(folder: string): Promise<readonly Dataset[]> {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  mkdirSync(join(folder, 'analytics_1234'));
  for (const [i, day] of days(400).entries()) {
    write(`analytics_1234/events_${day}.ndjson`, lines([pageView(day, i)]));
  }
  write('users_export.ndjson', lines([DOCUMENT, { ...DOCUMENT, key: null }]));
  write('2026-01-01-0.json', lines([PUSH, { ...PUSH, payload: { action: 'started' } }]));
  write('Weather Station #7.csv', WEATHER);
  write('notes.csv', NOTES);
  write('empty.csv', 'id,name\n');
  write('wide.csv', wideTable(600));
  await writeParquet(folder);
  return DATASETS;
}

const DATASETS: readonly Dataset[] = [
  {
    path: 'analytics_1234',
    endpoint: 'analytics_1234',
    rows: 100,
    first: { event_date: '20250101', device: { category: 'mobile' } },
  },
  {
    path: 'users_export.ndjson',
    endpoint: 'users_export',
    rows: 2,
    first: {
      key_2: { namespace: '', kind: 'users', name: 'ada' },
      key: 'k1',
      grosse: 3,
      profile: { field_2fa: true, name: 'Ada' },
    },
  },
  {
    path: '2026-01-01-0.json',
    endpoint: 'table_2026_01_01_0',
    rows: 2,
    first: { type: 'PushEvent', public: true, actor: { login: 'octocat' } },
  },
  {
    path: 'payments.parquet',
    endpoint: 'payments',
    rows: 2,
    first: { amount: '12.5', rate: '0.0123456789' },
  },
  {
    path: 'Weather Station #7.csv',
    endpoint: 'weather_station_7',
    rows: 2,
    first: { 'Temp (°C)': -3.5, 'Wind max.': 12 },
  },
  {
    path: 'taxi.parquet',
    endpoint: 'taxi',
    rows: 2,
    first: { pickup: '2026-01-01T10:00:00.123456', fare: '7.25' },
  },
  {
    path: 'sensors.parquet',
    endpoint: 'sensors',
    rows: 1,
    first: { readings: [{ key: 'temp', value: 20.5 }] },
  },
  {
    path: 'notes.csv',
    endpoint: 'notes',
    rows: 2,
    first: { text: 'He said "hi",\nand left', tags: '' },
  },
  { path: 'empty.csv', endpoint: 'empty', rows: 0 },
  { path: 'wide.csv', endpoint: 'wide', rows: 1, first: { c1: 1, c600: 600 } },
];

/** The days before 2026-02-05, the last one last. */
export function days(count: number): readonly string[] {
  const last = Date.UTC(2026, 1, 4);
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''),
  );
}

/** A row of the export of Google Analytics. */
export function pageView(day: string, number: number) {
  const value = {
    string_value: `/${number}`,
    int_value: null,
    float_value: null,
    double_value: null,
  };
  return {
    event_date: day,
    event_timestamp: 1_767_225_600_000_000 + number,
    event_name: 'page_view',
    event_params: [
      { key: 'page_location', value },
      { key: 'ga_session_id', value: { ...value, string_value: null, int_value: 7 } },
    ],
    user_properties: [],
    device: { category: 'mobile', web_info: { browser: 'Chrome' } },
    items: [{ item_id: 'A', price: 1.5, item_params: [{ key: 'k', value }] }],
  };
}

const DOCUMENT = {
  __key__: {
    namespace: '',
    app: 's~shop',
    path: '"users", "ada"',
    kind: 'users',
    name: 'ada',
    id: null,
  },
  __has_error__: false,
  key: 'k1',
  größe: 3,
  profile: { '2fa': true, name: 'Ada' },
  friends: [{ 'first name': 'Bob' }, { 'first name': 'Cy' }],
  created: '2026-01-01T00:00:00Z',
};

const PUSH = {
  id: '4711',
  type: 'PushEvent',
  actor: { id: 1, login: 'octocat' },
  repo: { id: 2, name: 'octo/cat' },
  payload: { size: 1, commits: [{ sha: 'abc', author: { name: 'Octo' } }] },
  public: true,
  created_at: '2026-01-01T00:00:00Z',
};

const WEATHER = `Station,Date,Temp (°C),Wind max.,Wind max
07,2026-01-01,-3.5,12,12
07,2026-01-02,,14,13
`;

const NOTES = `id,text,tags,note
1,"He said ""hi"",
and left","",
2,plain,a;b,"x"
`;

function wideTable(columns: number): string {
  const numbers = Array.from({ length: columns }, (_, i) => i + 1);
  return `${numbers.map((n) => `c${n}`).join(',')}\n${numbers.join(',')}\n`;
}

async function writeParquet(folder: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const copy = (name: string, query: string) =>
    connection.run(`COPY (${query}) TO '${join(folder, name)}' (FORMAT parquet)`);
  await copy(
    'payments.parquet',
    `SELECT * FROM (VALUES
      ('ch_1', 12.50::DECIMAL(18, 2), 0.0123456789::DECIMAL(38, 10), 'EUR', TIMESTAMPTZ '2026-01-01 10:00:00+00', {'city': 'Köln', 'zip': '50667'}),
      ('ch_2', 3.00::DECIMAL(18, 2), NULL, 'USD', TIMESTAMPTZ '2026-01-02 10:00:00+00', NULL)
    ) AS t(id, amount, rate, currency, created, billing)`,
  );
  await copy(
    'taxi.parquet',
    `SELECT * FROM (VALUES
      (1::TINYINT, TIMESTAMP_NS '2026-01-01 10:00:00.123456789', 7.25::DECIMAL(10, 2), 1.5::FLOAT, 'N'),
      (2::TINYINT, TIMESTAMP_NS '2026-01-01 11:00:00', 3.50::DECIMAL(10, 2), NULL, 'Y')
    ) AS t(vendor, pickup, fare, distance, store_and_fwd_flag)`,
  );
  await copy(
    'sensors.parquet',
    `SELECT 'a'::VARCHAR AS device, MAP {'temp': 20.5::DOUBLE} AS readings, [1, 2]::INTEGER[] AS samples`,
  );
  connection.closeSync();
  instance.closeSync();
}
