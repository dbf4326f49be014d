const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

/**
 * The media type of an answer for an `Accept` header, as Yoga chooses it; undefined where Yoga would not answer JSON.
 *
 * The first member that fits decides, without its weight.
 */
export function responseType(accept: string | undefined): string | undefined {
  for (const member of (accept || '*/*').replace(/\s/g, '').toLowerCase().split(',')) {
    const [mediaType = '', ...parameters] = member.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (fits(JSON_TYPE, mediaType)) return `${JSON_TYPE}; charset=utf-8`;
    if (fits(GRAPHQL_TYPE, mediaType)) return `${GRAPHQL_TYPE}; charset=utf-8`;
  }
  return undefined;
}

function fits(type: string, range: string): boolean {
  const [main, sub] = range.split('/');
  const [ownMain, ownSub] = type.split('/');
  return (main === '*' || main === ownMain) && (sub === '*' || sub === ownSub);
}
