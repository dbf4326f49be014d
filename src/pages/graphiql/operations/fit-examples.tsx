import { type TabsState, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import type { KeyState } from '../key/key.ts';
import { usePage } from '../page/page-context.ts';
import { fitOperations } from './fitting.ts';

/** Opens examples, and makes those in the tabs fit a key, as soon as it is known what the key may run. */
export function FitExamples() {
  const { keyState } = usePage();
  const { closeTab, moveTab, updateActiveTabValues } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const tabs = useGraphiQL((state) => state.tabs);
  const active = useGraphiQL((state) => state.activeTabIndex);
  const good = keyState.kind === 'good' ? keyState : undefined;
  const fitRef = useRef((_: GoodKey) => {});
  fitRef.current = ({ endpoints, service }) => {
    const before = tabs.map(({ query }) => query ?? '');
    const after = fitOperations(before, service.endpoints, endpoints);
    if (after.every(({ length, 0: query }, index) => length === 1 && query === before[index]))
      return;
    const fitted = tabs.flatMap((tab, index) => {
      const [query, ...others] = after[index] ?? [];
      // The editors show the active tab, which is changed below.
      if (index === active) return [tab, ...others.map(newTab)];
      return query === undefined ? [] : [{ ...tab, query }, ...others.map(newTab)];
    });
    moveTab(fitted);
    const [query] = after[active] ?? [];
    if (query === undefined) return closeTab(fitted.findIndex(({ id }) => id === tabs[active]?.id));
    queryEditor?.setValue(query);
    updateActiveTabValues({ query });
  };
  useEffect(() => {
    if (good && queryEditor) fitRef.current(good);
  }, [good, queryEditor]);
  return null;
}

type GoodKey = Extract<KeyState, { readonly kind: 'good' }>;

type TabState = TabsState['tabs'][number];

/** As GraphiQL makes one. */
function newTab(query: string): TabState {
  const operationName = /^query (\w+)/m.exec(query)?.[1] ?? null;
  return {
    // Not `randomUUID`, which browsers give to pages over HTTPS and on loopback only.
    id: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    hash: `${query}||`,
    title: operationName ?? '<untitled>',
    query,
    variables: null,
    headers: null,
    operationName,
    response: null,
  };
}
