import { ToolbarButton, useGraphiQL } from '@graphiql/react';
import { useEffect, useRef, useState } from 'react';
import { useOpenOperation } from '../operations/use-open-operation.ts';
import { fragmentOf, operationIn } from './share-link.ts';

/** Puts a link to the operation into the address bar and the clipboard. */
export function ShareButton() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const query = queryEditor?.getValue() ?? '';
    history.replaceState(
      null,
      '',
      fragmentOf({ query, variables: variableEditor?.getValue() ?? '' }),
    );
    // Browsers give the clipboard to pages over HTTPS and on loopback only; the address bar is always there.
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <ToolbarButton
      onClick={share}
      label={isCopied ? 'The link is copied' : 'Copy a link to this operation'}
    >
      <svg
        className="graphiql-toolbar-icon"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        {isCopied ? (
          <path d="m4 10.5 4 4 8-9" />
        ) : (
          <path d="M8 12a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1.2 1.2M12 8a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1.2-1.2" />
        )}
      </svg>
    </ToolbarButton>
  );
}

/** Opens the operation of the link that the page was opened with, or that is entered later. */
export function OpenShared() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const open = useOpenOperation();
  const openRef = useRef(open);
  openRef.current = open;
  useEffect(() => {
    if (!queryEditor) return undefined;
    const read = () => {
      const shared = operationIn(location.hash);
      if (!shared) return;
      openRef.current(shared.query, shared.variables);
      // Once somebody edits the operation, the link would no longer be what is shown.
      history.replaceState(null, '', location.pathname);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [queryEditor]);
  return null;
}
