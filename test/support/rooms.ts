/**
 * The rooms of `src`, from the top floor down: a folder, a folder in one, or a file. A room imports from itself and from
 * rooms on lower floors. What is in two of them belongs to the one with the longer name.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['main.ts', 'bin.cjs', 'exports', 'packaging'],
  ['service.ts'],
  ['metrics', 'tracing', 'cli'],
  ['check-start.ts', 'serving'],
  ['graphql', 'rest', 'mcp', 'console'],
  ['pages'],
  ['import', 'testing'],
  ['execution'],
  ['sources'],
  ['catalog'],
  ['demo', 'engines/opening'],
  ['engines/duckdb', 'engines/bigquery'],
  ['engines', 'contract'],
  ['endpoints', 'project'],
  ['endpoint', 'reload'],
  ['config', 'server', 'redis'],
  ['cache', 'redaction'],
  ['request'],
  ['auth'],
  ['bill', 'values', 'files'],
  ['async'],
  ['errors.ts', 'googlesql', 'node-flags.cjs', 'preload.cjs'],
  ['node-version.cjs'],
];

/** Imports that point up, and why. */
export const EXCEPTIONS: readonly (readonly [from: string, to: string, why: string])[] = [
  ['project', 'engines/duckdb/demo', "makes SQL of a project's demo rows, and opens nothing"],
];

/** Rooms that are not for everybody above them, and what may import them. */
export const GUESTS: Readonly<Record<string, readonly string[]>> = {
  config: [
    'main.ts',
    'service.ts',
    'check-start.ts',
    'serving',
    'cli',
    'testing',
    'reload',
    'engines',
  ],
  demo: [],
  endpoints: [],
  'engines/duckdb': [
    'main.ts',
    'check-start.ts',
    'serving',
    'cli',
    'import',
    'testing',
    'demo',
    'engines/opening',
  ],
  'engines/bigquery': [
    'main.ts',
    'serving',
    'cli',
    'testing',
    'engines/opening',
    'engines/bigquery-describer.ts',
  ],
  pages: ['graphql'],
  redaction: ['service.ts', 'execution', 'testing', 'cli/query'],
  reload: ['service.ts', 'cli'],
};

/** Libraries that only some rooms may import; a name that ends in `/` stands for all packages of a scope. */
export const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  fastify: [
    'service.ts',
    'metrics',
    'tracing',
    'graphql',
    'rest',
    'mcp',
    'console',
    'server',
    'request',
  ],
  '@fastify/': ['server'],
  graphql: ['graphql', 'pages/graphiql', 'cli/schema'],
  'graphql-yoga': ['graphql'],
  '@pothos/': ['graphql'],
  '@modelcontextprotocol/': ['mcp'],
  '@duckdb/': ['engines/duckdb', 'import'],
  '@google-cloud/': ['engines/bigquery'],
  'google-auth-library': ['engines/bigquery'],
  keyv: ['cache', 'redis'],
  '@keyv/': ['redis'],
  '@opentelemetry/': ['tracing'],
  'prom-client': ['metrics'],
};
