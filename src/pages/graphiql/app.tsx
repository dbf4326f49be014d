import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { buildSchema } from 'graphql';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useKey } from './key/key.ts';
import { KeyBar } from './key/key-bar.tsx';
import { EXPLORER_PLUGIN } from './operations/explorer.tsx';
import { FitExamples } from './operations/fit-examples.tsx';
import { NO_KEY_YET } from './operations/operations.ts';
import { createFetcher } from './page/fetcher.ts';
import { isNarrow, PageContext } from './page/page-context.ts';
import { OpenShared, ShareButton } from './share/share.tsx';
import { SQL_PLUGIN } from './sql/sql-panel.tsx';
import { type StatementError, sqlErrors } from './sql/statements.ts';

const TABS = [{ query: NO_KEY_YET }];
const PLUGINS = [EXPLORER_PLUGIN, SQL_PLUGIN, HISTORY_PLUGIN];

/** The page: a header with the key, and GraphiQL. */
export function App() {
  const { key, state, use } = useKey();
  const keyRef = useRef(key);
  keyRef.current = key;
  const [errors, setErrors] = useState<readonly StatementError[]>([]);
  const [fetcher] = useState(() =>
    createFetcher(
      () => keyRef.current,
      (query, result) => setErrors(sqlErrors(query, result)),
    ),
  );
  const sdl = state.kind === 'good' ? state.service.schema : undefined;
  // Null: there is none, and GraphiQL must not ask for one.
  const schema = useMemo(() => (sdl === undefined ? null : buildSchema(sdl)), [sdl]);
  const [initialPlugin] = useState(() => (isNarrow() ? undefined : EXPLORER_PLUGIN));
  return (
    <PageContext value={{ keyState: state, sqlErrors: errors }}>
      <KeyBar initialKey={key} state={state} onKey={use} />
      <main>
        <GraphiQL
          fetcher={fetcher}
          schema={schema}
          defaultTabs={TABS}
          plugins={PLUGINS}
          {...(initialPlugin && { visiblePlugin: initialPlugin })}
        >
          <GraphiQL.Logo>{null}</GraphiQL.Logo>
          <GraphiQL.Toolbar>{toolbar}</GraphiQL.Toolbar>
          <OpenShared />
          <FitExamples />
        </GraphiQL>
      </main>
    </PageContext>
  );
}

interface Buttons {
  readonly prettify: ReactNode;
  readonly copy: ReactNode;
  readonly merge: ReactNode;
}

function toolbar({ prettify, copy, merge }: Buttons) {
  return (
    <>
      {prettify}
      {merge}
      {copy}
      <ShareButton />
    </>
  );
}
