import { GraphiQL } from 'graphiql';
import { useRef, useState } from 'react';
import { createFetcher } from './fetcher.ts';
import { KeyBar } from './key-bar.tsx';
import { exampleOperations } from './operations.ts';
import type { PageData } from './page-data.ts';
import { useKey } from './use-key.ts';

/** The page: a header with the key, and GraphiQL. */
export function App({ endpoints }: PageData) {
  const { key, state, use } = useKey();
  const keyRef = useRef(key);
  keyRef.current = key;
  const [fetcher] = useState(() =>
    createFetcher(
      () => keyRef.current,
      () => {},
    ),
  );
  const [tabs] = useState(() => exampleOperations(endpoints).map((query) => ({ query })));
  return (
    <>
      <KeyBar initialKey={key} state={state} onKey={use} />
      <main>
        <GraphiQL fetcher={fetcher} defaultTabs={tabs} schemaDescription inputValueDeprecation>
          <GraphiQL.Logo>
            <span />
          </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  );
}
