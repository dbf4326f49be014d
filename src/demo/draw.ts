import { quoteText } from '../googlesql/index.ts';

/** A whole number from `low` to `high`, both included; the same `salt` always draws the same for a row. */
export function drawBetween(salt: string, low: number, high: number): string {
  return `CAST(${low} + hash(seed, ${quoteText(salt)}) % ${high - low + 1} AS BIGINT)`;
}

/** True for a share of the rows, in thousandths. */
export function drawChance(salt: string, thousandths: number): string {
  return `(hash(seed, ${quoteText(salt)}) % 1000 < ${thousandths})`;
}

/** One of the texts, all equally often; repeat one to draw it more often. */
export function drawText(salt: string, texts: readonly string[]): string {
  return choose(`hash(seed, ${quoteText(salt)})`, texts.map(quoteText));
}

/** The expression that stands at the place of a hash, counted round and round. */
export function choose(hash: string, expressions: readonly string[]): string {
  return `([${expressions.join(', ')}])[CAST(1 + ${hash} % ${expressions.length} AS BIGINT)]`;
}

/** Hexadecimal digits, at most 32. */
export function drawHex(salt: string, digits: number): string {
  return `left(md5(seed || ${quoteText(salt)}), ${digits})`;
}

/** A random-looking UUID as text. */
export function drawUuid(salt: string): string {
  return uuidOf(`seed || ${quoteText(salt)}`);
}

/** The UUID, as text, that belongs to a text. */
export function uuidOf(text: string): string {
  return `CAST(CAST(md5(${text}) AS UUID) AS VARCHAR)`;
}

/** A duration in milliseconds: mostly near `typical`, one in 40 ten to thirty times as long. */
export function drawDuration(salt: string, typical: number): string {
  const spread = `hash(seed, ${quoteText(`${salt} spread`)}) % 1000`;
  return `CAST(${typical} * (0.4 + 1.2 * pow(${spread} / 1000.0, 3))
    * CASE WHEN ${drawChance(`${salt} slow`, 25)} THEN 10 + ${spread} / 50.0 ELSE 1 END AS BIGINT)`;
}
