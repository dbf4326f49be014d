import type { Endpoint } from '../api/description.ts';

/** Endpoints whose names begin with the same part. */
export interface EndpointGroup {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
}

/** The endpoints with all words of a search in what they are called or say, by the first part of their names. */
export function groupEndpoints(
  endpoints: readonly Endpoint[],
  search: string,
): readonly EndpointGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = endpoints.filter((endpoint) => {
    const text = searchableText(endpoint);
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(found, ({ name }) => /^[^._-]+/.exec(name)?.[0] ?? name);
  return [...groups].map(([name, members]) => ({ name, endpoints: members }));
}

function searchableText({ columns, description, field, name, parameters }: Endpoint): string {
  const names = [...parameters, ...columns].map((one) => one.name);
  return [name, field, description, ...names].join('\n').toLowerCase();
}
