import { jsonExcerpt, type Placed, SqlError } from '#googlesql';

/**
 * What the head comment says, or else `endpoint.ts`; throws an `SqlError` at the tag if the two differ. The subject
 * begins a sentence.
 */
export function agreed<Value>(
  subject: string,
  tag: Placed<Value> | undefined,
  declared: Value | undefined,
): Value | undefined {
  if (!tag) return declared;
  const [here, there] = [tag.value, declared].map((value) => JSON.stringify(value));
  if (there === undefined || here === there) return tag.value;
  throw new SqlError(
    `${subject} is ${jsonExcerpt(tag.value)} here, and ${jsonExcerpt(declared)} in endpoint.ts`,
    tag.offset,
  );
}
