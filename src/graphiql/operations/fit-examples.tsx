import { type TabsState, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import type { OpenEndpoint } from '../key/key.ts';
import { usePage } from '../page/page-context.ts';
import { fitOperations } from './fitting.ts';

/** Makes the examples in the tabs fit a key as soon as it is known what the key may run. */
export function FitExamples() {
  const { endpoints, keyState } = usePage();
  const { closeTab, moveTab, updateActiveTabValues } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const tabs = useGraphiQL((state) => state.tabs);
  const active = useGraphiQL((state) => state.activeTabIndex);
  const access = keyState.kind === 'good' ? keyState.endpoints : undefined;
  const fitRef = useRef((_: readonly OpenEndpoint[]) => {});
  fitRef.current = (open) => {
    const before = tabs.map(({ query }) => query ?? '');
    const after = fitOperations(before, endpoints, open);
    if (after.every((query, index) => query === before[index])) return;
    // The editors show the active tab, which is changed below.
    const isKept = (index: number) => index === active || after[index] !== undefined;
    const kept = tabs.flatMap((tab, index) =>
      isKept(index) ? [index === active ? tab : withQuery(tab, after[index])] : [],
    );
    moveTab(kept);
    const query = after[active];
    if (query === undefined) return closeTab(kept.findIndex(({ id }) => id === tabs[active]?.id));
    queryEditor?.setValue(query);
    updateActiveTabValues({ query });
  };
  useEffect(() => {
    if (access && queryEditor) fitRef.current(access);
  }, [access, queryEditor]);
  return null;
}

type TabState = TabsState['tabs'][number];

function withQuery(tab: TabState, query: string | undefined): TabState {
  return query === undefined ? tab : { ...tab, query };
}
