import { Badges } from '../catalogue/badges.tsx';
import { printRoute, type Route } from '../navigation/route.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { EndpointPartProps } from './part-props.ts';
import { QueryPart } from './query-part.tsx';

const SqlPart = lazyPart(() => import('../sql/sql-part.tsx').then((module) => module.SqlPart));
const ViewsPart = lazyPart(() =>
  import('../views/views-part.tsx').then((module) => module.ViewsPart),
);

const PARTS: Readonly<Record<Route['part'], string>> = {
  query: 'Query',
  sql: 'SQL',
  views: 'Views',
};

/** The page of an endpoint: what it is, and its query, its SQL and its views. */
export function EndpointPage(props: EndpointPartProps) {
  const { endpoint, route } = props;
  const hasViews = endpoint.sandbox && endpoint.views.length > 0;
  return (
    <article className="endpoint">
      <header>
        <h1>{endpoint.name}</h1>
        {endpoint.deprecated !== null && <p className="alert">Deprecated: {endpoint.deprecated}</p>}
        <p className="description">{endpoint.description}</p>
        <Badges endpoint={endpoint} />
        {hasViews && (
          <nav aria-label={`Parts of ${endpoint.name}`} className="tabs">
            {Object.entries(PARTS).map(([part, name]) => (
              <a
                key={part}
                href={printRoute({ ...route, part: part as Route['part'], view: undefined })}
                aria-current={route.part === part ? 'page' : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        )}
      </header>
      <Part {...props} />
    </article>
  );
}

function Part(props: EndpointPartProps) {
  const { endpoint, route } = props;
  const part = endpoint.sandbox && endpoint.views.length > 0 ? route.part : 'query';
  switch (part) {
    case 'query':
      return <QueryPart {...props} />;
    case 'sql':
      return <SqlPart {...props} />;
    case 'views':
      return <ViewsPart {...props} />;
  }
}
