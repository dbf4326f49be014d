import type { KeyState } from '../key/use-key.ts';

/** Properties of `PageHeader`. */
export interface PageHeaderProps {
  readonly state: KeyState;
  readonly onKey: () => void;
}

/** The top of the page: where else to go, and the key. */
export function PageHeader({ onKey, state }: PageHeaderProps) {
  return (
    <header className="page-header">
      <a className="brand" href="#/">
        Fieldstone
      </a>
      <nav aria-label="Pages">
        <a href="/graphql">GraphiQL</a>
        <a href="/docs">REST</a>
      </nav>
      {state.kind === 'valid' && (
        <button type="button" onClick={onKey}>
          Key
        </button>
      )}
    </header>
  );
}
