import { type GraphiQLPlugin, useGraphiQLActions } from '@graphiql/react';
import { type OpenEndpoint, pinsOf } from '../key/key.ts';
import { isNarrow, usePage } from '../page/page-context.ts';
import type { PageEndpoint } from '../page/page-data.ts';
import { SQL_PLUGIN } from '../sql/sql-panel.tsx';
import {
  endpointOperation,
  type PinnedValues,
  sandboxOperation,
  viewOperation,
} from './operations.ts';
import { useOpenOperation } from './use-open-operation.ts';

/** The list of endpoints: a click opens an operation with example values that the key may send. */
export const EXPLORER_PLUGIN: GraphiQLPlugin = {
  title: 'Endpoint Explorer',
  icon: ExplorerIcon,
  content: Explorer,
};

function Explorer() {
  const { keyState } = usePage();
  return (
    <section className="explorer" aria-label="Endpoint Explorer">
      <h2>Endpoints</h2>
      {keyState.kind === 'good' ? (
        <ul>
          {keyState.service.endpoints.map((endpoint) => (
            <Item
              key={endpoint.name}
              endpoint={endpoint}
              access={keyState.endpoints.find(({ name }) => name === endpoint.name)}
            />
          ))}
        </ul>
      ) : (
        <p>Enter a key to see them.</p>
      )}
    </section>
  );
}

interface EndpointItemProps {
  readonly endpoint: PageEndpoint;
  /** Undefined if the key may not run it. */
  readonly access: OpenEndpoint | undefined;
}

function Item({ endpoint, access }: EndpointItemProps) {
  const open = useOpenOperation();
  const { setVisiblePlugin } = useGraphiQLActions();
  const pins = access ? pinsOf(access) : {};
  const hasSandbox = endpoint.sql !== undefined && access?.sandbox === true;
  const openEndpoint = () => {
    open(endpointOperation(endpoint, pins));
    if (isNarrow()) setVisiblePlugin(null);
  };
  const openSql = (operation: string) => {
    open(operation);
    setVisiblePlugin(SQL_PLUGIN);
  };
  return (
    <li>
      <button type="button" className="endpoint" disabled={!access} onClick={openEndpoint}>
        <strong>{endpoint.name}</strong>
        <span>{access ? endpoint.description : 'Your key may not run it.'}</span>
        <Parameters endpoint={endpoint} pins={pins} />
      </button>
      {hasSandbox && (
        <button
          type="button"
          className="own-sql"
          onClick={() => openSql(sandboxOperation(endpoint, pins))}
        >
          SQL<span className="hidden-text"> of your own over {endpoint.name}</span>
        </button>
      )}
      {hasSandbox && (
        <Views
          endpoint={endpoint.name}
          names={access.views.map(({ name }) => name)}
          onOpen={(name) => openSql(viewOperation(endpoint, name, pins))}
        />
      )}
    </li>
  );
}

interface ViewsProps {
  readonly endpoint: string;
  readonly names: readonly string[];
  readonly onOpen: (name: string) => void;
}

/** What SQL over an endpoint may read; a click opens the first rows of a view. */
function Views({ endpoint, names, onOpen }: ViewsProps) {
  return (
    <details className="views">
      <summary>Views of {endpoint}</summary>
      {names.map((name) => (
        <button type="button" key={name} onClick={() => onOpen(name)}>
          {name}
        </button>
      ))}
    </details>
  );
}

function Parameters({
  endpoint,
  pins,
}: {
  readonly endpoint: PageEndpoint;
  readonly pins: PinnedValues;
}) {
  return (
    <>
      {endpoint.arguments.map(({ name, parameter }) => {
        const pin = pins[parameter];
        return <code key={name}>{pin === undefined ? name : `${name} = ${pin}`}</code>;
      })}
    </>
  );
}

function ExplorerIcon() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <rect x="2.5" y="3" width="15" height="4" rx="1" />
      <rect x="2.5" y="8.5" width="15" height="4" rx="1" />
      <rect x="2.5" y="14" width="15" height="4" rx="1" />
    </svg>
  );
}
