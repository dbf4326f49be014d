import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';

/** Returns a function that shows an operation: in the tab that has it, in an empty one, or in a new one. */
export function useOpenOperation(): (query: string, variables?: string) => void {
  const { addTab, changeTab, updateActiveTabValues } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const tabs = useGraphiQL((state) => state.tabs);
  return (query, variables = '') => {
    const same = tabs.findIndex(
      (tab) => tab.query === query && (tab.variables ?? '').trim() === variables.trim(),
    );
    if (same >= 0) return changeTab(same);
    if (queryEditor?.getValue().trim()) addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
    // The editors report changes a moment later; until then the tab would have no title.
    updateActiveTabValues({ query, variables, operationName: null });
  };
}
