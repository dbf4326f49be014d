import { closestName } from '../analysis/names/suggestions.ts';
import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';

/** The tags of a head comment. */
export const TAG_NAMES = [
  ...(['param', 'column', 'returns', 'cache', 'warm', 'maxRows', 'maxBytes'] as const),
  ...(['sandbox', 'redact', 'tenant', 'engine', 'id', 'deprecated', 'example'] as const),
] as const;

/** The name of a tag. */
export type TagName = (typeof TAG_NAMES)[number];

/** Whether there is such a tag. */
export function isTagName(name: string): name is TagName {
  return TAG_NAMES.some((own) => own === name);
}

/** The error for a tag that does not exist. */
export function unknownTag(name: string, at: number): SqlError {
  const byLowerCase = new Map(TAG_NAMES.map((own) => [own.toLowerCase(), own]));
  const closest = byLowerCase.get(closestName(name.toLowerCase(), byLowerCase.keys()) ?? '');
  const advice = closest ? `write "@${closest}"` : `there are @${TAG_NAMES.join(', @')}`;
  return new SqlError(`There is no tag "@${excerpt(name)}": ${advice}`, at);
}
