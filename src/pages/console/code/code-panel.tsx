import { useState } from 'react';
import type { Run } from '../api/run.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { curlSnippet } from './curl.ts';
import { graphqlSnippet } from './graphql.ts';
import { mcpSnippet } from './mcp.ts';
import type { SnippetInput } from './snippet.ts';
import { typescriptSnippet } from './typescript.ts';

/** The forms of a request as code. */
const FORMS: Readonly<Record<string, (input: SnippetInput) => string>> = {
  TypeScript: typescriptSnippet,
  curl: curlSnippet,
  GraphQL: graphqlSnippet,
  MCP: mcpSnippet,
};

/** Stands for the key where the code is displayed; a copy has the key itself. */
const HIDDEN = 'fsk_…';

/** Properties of `CodePanel`. */
export interface CodePanelProps {
  readonly run: Run;
  readonly apiKey: string;
}

/** The request of a form as code, which runs as it is copied. */
export function CodePanel({ apiKey, run }: CodePanelProps) {
  const [form, setForm] = useState('curl');
  const print = FORMS[form] ?? curlSnippet;
  const input = { ...run, origin: location.origin };
  const graphql = new URLSearchParams({ query: graphqlSnippet({ ...input, key: HIDDEN }) });
  return (
    <section className="code" aria-label="Code">
      <div className="tools">
        <Tabs
          names={Object.keys(FORMS)}
          selected={form}
          onSelect={setForm}
          label="Form of the code"
        />
        {form === 'GraphQL' && (
          <a className="button" href={`/graphql#${graphql}`}>
            Open in GraphiQL
          </a>
        )}
        <CopyButton key={form} name={form} text={() => print({ ...input, key: apiKey })} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="text" tabIndex={0} aria-label={`${form} code`}>
        <pre>
          <code>{print({ ...input, key: HIDDEN })}</code>
        </pre>
      </section>
      {form !== 'GraphQL' && <p className="hint">A copy has your key in place of {HIDDEN}</p>}
    </section>
  );
}
