import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';

// Makes the files in data/, always the same: run it with `node make-data.ts`. All names are invented.

const DATA = fileURLToPath(new URL('data/', import.meta.url));
const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const DAYS = 181;

let state = 45;

/** A number from 0 to below the bound: Park and Miller's generator, which is the same on every machine. */
function random(bound: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % bound;
}

function pick<Item>(items: readonly [Item, ...Item[]]): Item {
  return items[random(items.length)] ?? items[0];
}

const SHOPS = ['amber', 'birch', 'cobalt'] as const;
const GIVEN = [
  'Brindle',
  'Corvo',
  'Dunna',
  'Elspar',
  'Fennick',
  'Ghislo',
  'Hollin',
  'Ilvane',
] as const;
const FAMILY = [
  'Oakmire',
  'Pellwick',
  'Quarn',
  'Rushdale',
  'Sablebrook',
  'Tarnwell',
  'Umberly',
] as const;
const COUNTRIES = ['NL', 'PT', 'FI', 'JP', null] as const;
const STATUSES = ['placed', 'paid', 'shipped', 'delivered', 'delivered', 'delivered'] as const;
const GOODS = {
  garden: ['Rake', 'Watering can', 'Flower pot', 'Hose', 'Spade', 'Seed box'],
  kitchen: ['Kettle', 'Bread knife', 'Cutting board', 'Colander', 'Whisk', 'Salt mill'],
  desk: ['Lamp', 'Ruler', 'Ink pot', 'Letter tray', 'Pencil case', 'Paper knife'],
} as const;

interface Product {
  readonly id: number;
  readonly title: string;
  readonly category: string;
  readonly price: string;
  readonly rating: number | null;
  readonly tags: readonly string[];
}

const products: readonly Product[] = Object.entries(GOODS)
  .flatMap(([category, titles]) => titles.map((title) => ({ category, title })))
  .map(({ category, title }, i) => ({
    id: i + 1,
    title,
    category,
    price: `${5 + random(60)}.${pick(['00', '25', '49', '95'])}`,
    rating: random(6) === 0 ? null : (20 + random(31)) / 10,
    tags: ['new', 'sale', 'heavy'].filter(() => random(3) === 0),
  }));

const customers = SHOPS.flatMap((shop) =>
  Array.from({ length: 16 }, (_, i) => ({
    shop,
    // Shops number their customers by themselves, so that only shop and id together name one.
    id: i + 1,
    name: `${pick(GIVEN)} ${pick(FAMILY)}`,
    country: pick(COUNTRIES),
    joined: new Date(START - random(300) * DAY_MS).toISOString().slice(0, 10),
  })),
);

const orders = SHOPS.flatMap((shop) =>
  Array.from({ length: 70 }, (_, i) => ({
    shop,
    id: `${shop.slice(0, 1).toUpperCase()}-${String(i + 1).padStart(4, '0')}`,
    customer_id: 1 + random(16),
    ordered_at: new Date(START + random(DAYS) * DAY_MS + random(86_400) * 1_000).toISOString(),
    status: pick(STATUSES),
    items: Array.from({ length: random(4) }, () => {
      const { id, price } = products[random(products.length)] as Product;
      return { product_id: id, quantity: 1 + random(3), price };
    }),
  })),
);

const csv = customers.map((row) => Object.values(row).join(','));
writeFileSync(`${DATA}customers.csv`, `${['shop,id,name,country,joined', ...csv].join('\n')}\n`);
writeFileSync(`${DATA}orders.ndjson`, orders.map((row) => `${JSON.stringify(row)}\n`).join(''));

for (const month of ['202604', '202605', '202606']) {
  const days = Array.from(
    { length: 30 },
    (_, i) => `${month.slice(0, 4)}-${month.slice(4)}-${String(i + 1).padStart(2, '0')}`,
  );
  const lines = days.flatMap((day) => SHOPS.map((shop) => `${day},${shop},${50 + random(400)}`));
  writeFileSync(`${DATA}visits_${month}.csv`, `${['day,shop,pages', ...lines].join('\n')}\n`);
}

const duckdb = await (await DuckDBInstance.create()).connect();
await duckdb.run(
  `COPY (
    SELECT row.* FROM (
      SELECT UNNEST(from_json($rows::JSON, '[{"id": "BIGINT", "title": "VARCHAR", "category": "VARCHAR",
        "price": "DECIMAL(10, 2)", "rating": "DOUBLE", "tags": ["VARCHAR"]}]')) AS row
    )
  ) TO '${DATA}products.parquet'`,
  { rows: JSON.stringify(products) },
);
duckdb.closeSync();
