import { basename } from 'node:path';
import { nameList } from '#googlesql';
import type { ProjectDraft } from './draft.ts';
import { oneLine } from './endpoint-text.ts';

/** The README of a project that is made. */
export function readmeText(folder: string, draft: ProjectDraft): string {
  const { endpoints, omitted, source } = draft;
  return `# ${basename(folder)}

Stored GoogleSQL queries, which Fieldstone offers as typed GraphQL fields and REST paths. ${source}

\`\`\`sh
npx fieldstone dev              # serve, and reload when a file changes
npx fieldstone endpoints NAME   # all that is inferred of a query
npx fieldstone add FILE.sql     # add a query
npx fieldstone check            # all mistakes at once, for CI; with --against, what a change breaks for whom
npx fieldstone test             # run the cases in cases/NAME/CASE.json, over rows of their own
\`\`\`

GraphiQL is at http://127.0.0.1:4000/graphql. \`FIELDSTONE_KEY\` in \`.env\` is a key for everything; git ignores the file. \`npx fieldstone keys create --name NAME\` makes others.

A file in \`endpoints/\` is a query: its head comment says what the SQL cannot. \`schema/\` is what callers rely on; commit it, and generate types from \`schema/schema.graphql\`.

The endpoints are ${nameList([...endpoints.keys()])}.
${omittedText(omitted)}`;
}

function omittedText(omitted: ProjectDraft['omitted']): string {
  if (omitted.size === 0) return '';
  const lines = [...omitted].map(([table, reason]) => `* \`${table}\` ${oneLine(reason)}.\n`);
  return `\nTables without an endpoint:\n\n${lines.join('')}`;
}

/** What coding agents are told of a project. */
export const AGENTS_TEXT = `# Working on this project

This is a Fieldstone project: a \`.sql\` file in \`endpoints/\` is a GraphQL field and a REST path. The language is GoogleSQL (BigQuery's), SELECT only, whatever the engine. Types are never declared: they are inferred from the statement and from \`tables/*.json\`.

* \`endpoints/NAME.sql\`: names are words of a-z and 0-9 with \`.\`, \`_\` or \`-\` between. \`revenue.by-day.sql\` is the field \`revenueByDay\`.
* The head comment (\`--\` lines before the statement) is the description, then tags: \`@param name = DEFAULT - text\`, \`@column name - text\`, \`@returns one\`, \`@cache 15m\`, \`@maxRows 500\`, \`@maxBytes 10GB\`.
* A parameter is \`@name\`. It may be left out where its NULL is treated: \`(@country IS NULL OR country = @country)\`, \`day >= COALESCE(@since, DATE '2026-07-01')\`.
* Every output column needs a name that GraphQL can say: write \`AS\` for expressions.
* On BigQuery compare the bare partitioning column with a literal or a parameter, from below and from above where the table requires a filter, and select only the columns that are needed: columns are what is billed, not rows.
* \`views/NAME.sql\` is a SELECT that endpoints read like a table; \`functions/*.sql\` has \`CREATE FUNCTION\`.
* \`fieldstone.json\` says what there is; \`tables/NAME.json\` has a table's fields in BigQuery's JSON schema format.
* \`cases/NAME/CASE.json\` has a case of an endpoint, which \`npx fieldstone test\` runs offline: \`{ "arguments": {…}, "tables": { TABLE: [rows] }, "rows": [rows of the answer] }\`. \`npx fieldstone test --record NAME CASE\` makes one.
* \`schema/\` is printed by \`npx fieldstone schema --write\`: never edit it.
* \`.env\` has settings and a key. Never print or commit it.
* \`.mcp.json\` starts \`npx fieldstone mcp\`, which offers each endpoint as a tool: call them to see rows.

After a change run \`npx fieldstone check\`: it prints all mistakes with file, line and column. \`npx fieldstone endpoints NAME\` prints what was inferred of a query, \`npx fieldstone query NAME\` its rows. \`npx fieldstone check --against\` says of each change since the main branch which callers it breaks.
`;
