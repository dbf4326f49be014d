import type { Endpoint } from '../api/description.ts';
import { secondsText } from '../parts/units.ts';

/** Properties of `Badges`. */
export interface BadgesProps {
  readonly endpoint: Endpoint;
}

/** What an endpoint is in a few words: what it returns, its cache, its tenant, and what the key may do with it. */
export function Badges({ endpoint }: BadgesProps) {
  const { cacheSeconds, columns, maxRows, redacted, returns, sandbox, tenant } = endpoint;
  return (
    <ul className="badges">
      <li>{returns === 'one' ? 'one row' : `up to ${maxRows} rows`}</li>
      <li>{columns.length === 1 ? '1 column' : `${columns.length} columns`}</li>
      <li>{cacheSeconds === null ? 'not cached' : `cached ${secondsText(cacheSeconds)}`}</li>
      {tenant !== null && <li>tenant: {tenant}</li>}
      {pinsOf(endpoint).map((pin) => (
        <li key={pin}>{pin}</li>
      ))}
      {sandbox && <li>SQL of your own</li>}
      {redacted && <li>always redacted</li>}
    </ul>
  );
}

function pinsOf({ parameters }: Endpoint): readonly string[] {
  return parameters.flatMap(({ name, pinned }) =>
    pinned === undefined ? [] : [`${name} = ${pinned}`],
  );
}
