/** The texts of files. */
export type Files = Readonly<Record<string, string>>;

/** A project without mistakes, whose files a mistake adds to or replaces. */
export const SOUND: Files = {
  'fieldstone.json': `{
  "tenant": "shop",
  "tables": {
    "orders": { "tenant": "shop" },
    "visits": { "time": "day", "requirePartitionFilter": true }
  }
}`,
  'tables/orders.json': `[
  { "name": "id", "type": "INT64", "mode": "REQUIRED" },
  { "name": "day", "type": "DATE" },
  { "name": "shop", "type": "STRING", "mode": "REQUIRED" },
  { "name": "price", "type": "NUMERIC" }
]`,
  'tables/visits.json': `[
  { "name": "id", "type": "STRING" },
  { "name": "day", "type": "TIMESTAMP" }
]`,
  'functions/tax.sql': 'CREATE FUNCTION with_tax(price NUMERIC) AS (price * 2);',
  'views/cheap.sql': 'SELECT o.id, o.price FROM orders AS o WHERE o.price < 10',
  'endpoints/prices.sql': 'SELECT c.id, with_tax(c.price) AS price FROM cheap AS c',
};

/** An endpoint `a`. */
export const query = (text: string): Files => ({ 'endpoints/a.sql': text });

/** What a message shows, put into the file that it is about. */
export type Mend = (text: string, shown: string) => string;

/** What is shown takes the place of a text. */
export const inPlaceOf =
  (wrong: string): Mend =>
  (text, shown) =>
    text.replace(wrong, () => shown);
/** What is shown goes behind a text. */
export const behind =
  (wrong: string): Mend =>
  (text, shown) =>
    text.replace(wrong, () => `${wrong} ${shown}`);
/** What is shown is a line of the head comment. */
export const onTop: Mend = (text, shown) => `${shown}\n${text}`;

/** A kind of mistake: its name, files with `«` at its place, a part of the message, and how what it shows mends it. */
export type Mistake = readonly [name: string, files: Files, message: string, mend?: Mend];
