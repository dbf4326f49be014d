import type { Endpoint } from '../api/description.ts';
import { groupEndpoints } from './group-endpoints.ts';
import { linkTo } from './list-page.tsx';

/** Properties of `SideList`. */
export interface SideListProps {
  readonly endpoints: readonly Endpoint[];
  /** The name of the one that is displayed. */
  readonly current: string;
}

/** The endpoints beside the page of one of them. */
export function SideList({ current, endpoints }: SideListProps) {
  return (
    <nav className="side" aria-label="Endpoints">
      {groupEndpoints(endpoints, '').map(({ name, endpoints: members }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          {members.map((endpoint) => (
            <a
              key={endpoint.name}
              href={linkTo(endpoint)}
              aria-current={endpoint.name === current ? 'page' : undefined}
            >
              {endpoint.name}
            </a>
          ))}
        </section>
      ))}
    </nav>
  );
}
