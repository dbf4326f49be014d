import { useEffect, useRef, useState } from 'react';
import type { Catalogue } from './api/description.ts';
import { firstEndpoint } from './catalogue/first-endpoint.ts';
import { ListPage, linkTo } from './catalogue/list-page.tsx';
import { SideList } from './catalogue/side-list.tsx';
import { EndpointPage } from './endpoint/endpoint-page.tsx';
import { KeyForm } from './key/key-form.tsx';
import { useKey } from './key/use-key.ts';
import { type Route, readRoute } from './navigation/route.ts';
import { openRoute, useRoute } from './navigation/use-route.ts';
import { Dialog } from './parts/dialog.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { PageHeader } from './parts/page-header.tsx';

/** Properties of `App`. */
export interface AppProps {
  /** Whether the page was opened with the link of a first start. */
  readonly isFirstVisit: boolean;
}

/** The page: a header with the key, and the list of endpoints or one of them. */
export function App({ isFirstVisit }: AppProps) {
  const { key, state, use } = useKey();
  const route = useRoute();
  const [isKeyOpen, setKeyOpen] = useState(false);
  const wasShown = useRef(!isFirstVisit);
  const catalogue = state.kind === 'valid' ? state.catalogue : undefined;
  const [storedKey] = useState(key);
  const isLoading = state.kind === 'checking' && key === storedKey;
  useEffect(() => {
    if (!catalogue || wasShown.current) return;
    wasShown.current = true;
    const first = firstEndpoint(catalogue);
    if (first && location.hash === '#/') openRoute(readRoute(linkTo(first)));
  }, [catalogue]);
  useEffect(() => {
    document.title = route.endpoint === undefined ? 'Fieldstone' : `${route.endpoint} · Fieldstone`;
  }, [route.endpoint]);
  return (
    <>
      <PageHeader state={state} onKey={() => setKeyOpen(true)} />
      {isKeyOpen && catalogue && (
        <Dialog title="API key" onClose={() => setKeyOpen(false)}>
          <KeyForm
            apiKey={key}
            state={state}
            onUse={(...used) => {
              setKeyOpen(false);
              use(...used);
            }}
          />
        </Dialog>
      )}
      <main>
        {catalogue ? (
          <Content key={key} catalogue={catalogue} apiKey={key} route={route} />
        ) : (
          <div className="welcome">
            <h1>Endpoints of this service</h1>
            {isLoading ? (
              <p className="hint">Loading …</p>
            ) : (
              <KeyForm apiKey={key} state={state} onUse={use} />
            )}
          </div>
        )}
      </main>
    </>
  );
}

interface ContentProps {
  readonly catalogue: Catalogue;
  readonly apiKey: string;
  readonly route: Route;
}

function Content({ apiKey, catalogue, route }: ContentProps) {
  const { endpoints } = catalogue;
  const endpoint = endpoints.find(({ name }) => name === route.endpoint);
  if (route.endpoint === undefined) return <ListPage endpoints={endpoints} />;
  if (!endpoint) {
    return <p className="empty">Your key may run no endpoint "{route.endpoint}".</p>;
  }
  return (
    <div className="beside">
      <SideList endpoints={endpoints} current={endpoint.name} />
      <ErrorBoundary key={endpoint.name}>
        <EndpointPage endpoint={endpoint} catalogue={catalogue} apiKey={apiKey} route={route} />
      </ErrorBoundary>
    </div>
  );
}
