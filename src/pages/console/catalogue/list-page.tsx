import { useState } from 'react';
import type { Endpoint } from '../api/description.ts';
import { exampleValues } from '../form/arguments.ts';
import { printRoute } from '../navigation/route.ts';
import { Badges } from './badges.tsx';
import { groupEndpoints } from './group-endpoints.ts';

/** Properties of `ListPage`. */
export interface ListPageProps {
  readonly endpoints: readonly Endpoint[];
}

/** All endpoints that the key may run, in groups, with a search. */
export function ListPage({ endpoints }: ListPageProps) {
  const [search, setSearch] = useState('');
  const groups = groupEndpoints(endpoints, search);
  const count = groups.reduce((sum, group) => sum + group.endpoints.length, 0);
  return (
    <div className="list">
      <header>
        <h1>Endpoints</h1>
        <input
          type="search"
          aria-label="Search endpoints"
          placeholder="Search names, descriptions, columns"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span role="status">
          {count} of {endpoints.length}
        </span>
      </header>
      <div className="groups">
        {groups.map(({ name, endpoints: members }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul className="cards">
              {members.map((endpoint) => (
                <li key={endpoint.name} className="card">
                  <h3>
                    <a href={linkTo(endpoint)}>{endpoint.name}</a>
                  </h3>
                  <p>{endpoint.description}</p>
                  <Badges endpoint={endpoint} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {endpoints.length === 0 && <p className="empty">Your key may run no endpoints.</p>}
      {endpoints.length > 0 && count === 0 && <p className="empty">None has these words.</p>}
    </div>
  );
}

/** The address of an endpoint with its examples filled in. */
export function linkTo(endpoint: Endpoint): string {
  return printRoute({
    endpoint: endpoint.name,
    part: 'query',
    values: exampleValues(endpoint),
  });
}
