import { createContext, use } from 'react';
import type { KeyState } from '../key/key.ts';
import type { StatementError } from '../sql/statements.ts';

const NARROW = matchMedia('(max-width: 700px)');

/** Whether the window is so narrow that panels leave no room for the editors; the style sheet has the same width. */
export function isNarrow(): boolean {
  return NARROW.matches;
}

/** What GraphiQL's plugins know of the page around them. */
export interface PageState {
  readonly keyState: KeyState;
  /** Of the last operation that finished. */
  readonly sqlErrors: readonly StatementError[];
}

/** Provides the page's state to plugins, which GraphiQL renders without properties. */
export const PageContext = createContext<PageState>({
  keyState: { kind: 'none' },
  sqlErrors: [],
});

/** The page's state. */
export function usePage(): PageState {
  return use(PageContext);
}
