/**
 * Prints `api-schema.json`: what requests may contain, from the published description of the API.
 *
 * `node test/support/bigquery/print-api-schema.ts $(go mod download -json google.golang.org/api@v0.258.0 | jq -r .Dir)/bigquery/v2/bigquery-api.json`
 */
import { readFileSync } from 'node:fs';

interface Described {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described;
}

const { revision, schemas }: { revision: string; schemas: Readonly<Record<string, Described>> } =
  JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const found = new Map<string, unknown>();

function shapeOf(described: Described): unknown {
  const { $ref, type, format, items, properties, additionalProperties } = described;
  if ($ref) {
    visit($ref);
    return $ref;
  }
  if (type === 'array') return [shapeOf(items ?? {})];
  if (type !== 'object') return format ?? type;
  if (!properties) return additionalProperties ? { '*': shapeOf(additionalProperties) } : 'any';
  const members = Object.entries(properties).map(([name, member]) => [name, shapeOf(member)]);
  return Object.fromEntries(members);
}

function visit(name: string): void {
  if (found.has(name)) return;
  found.set(name, undefined);
  found.set(name, shapeOf(schemas[name] ?? {}));
}

for (const name of ['QueryRequest', 'Job', 'Table', 'Dataset']) visit(name);
const lines = [...found].sort(([left], [right]) => (left < right ? -1 : 1));
const text = lines.map(([name, shape]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shape)}`);
process.stdout.write(`{\n  "revision": "${revision}",\n${text.join(',\n')}\n}\n`);
