import { quoteText } from '#googlesql';

/** SQL for an integer from `low` to `high`, inclusive; the same `salt` always gives the same value for a row. */
export function drawBetween(salt: string, low: number, high: number): string {
  return `CAST(${low} + hash(seed, ${quoteText(salt)}) % ${high - low + 1} AS BIGINT)`;
}

/** SQL for a condition that is true for a share of the rows, in thousandths. */
export function drawChance(salt: string, thousandths: number): string {
  return `(hash(seed, ${quoteText(salt)}) % 1000 < ${thousandths})`;
}

/** SQL for one of the texts, all equally likely; repeat a text to make it likelier. */
export function drawText(salt: string, texts: readonly string[]): string {
  return choose(`hash(seed, ${quoteText(salt)})`, texts.map(quoteText));
}

/** SQL for the expression at the index `hash` modulo the number of expressions. */
export function choose(hash: string, expressions: readonly string[]): string {
  return `([${expressions.join(', ')}])[CAST(1 + ${hash} % ${expressions.length} AS BIGINT)]`;
}

/** SQL for up to 32 hexadecimal digits. */
export function drawHex(salt: string, digits: number): string {
  return `left(md5(seed || ${quoteText(salt)}), ${digits})`;
}

/** SQL for a pseudo-random UUID as text. */
export function drawUuid(salt: string): string {
  return uuidOf(`seed || ${quoteText(salt)}`);
}

/** SQL for the UUID, as text, derived from a text. */
export function uuidOf(text: string): string {
  return `CAST(CAST(md5(${text}) AS UUID) AS VARCHAR)`;
}

/** SQL for a duration in milliseconds: mostly near `typical`, one in 40 ten to thirty times as long. */
export function drawDuration(salt: string, typical: number): string {
  const spread = `hash(seed, ${quoteText(`${salt} spread`)}) % 1000`;
  return `CAST(${typical} * (0.4 + 1.2 * pow(${spread} / 1000.0, 3))
    * CASE WHEN ${drawChance(`${salt} slow`, 25)} THEN 10 + ${spread} / 50.0 ELSE 1 END AS BIGINT)`;
}
