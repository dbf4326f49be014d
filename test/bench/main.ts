/**
 * `npm run bench` runs every benchmark, `npm run bench -- compile pruning` the named ones; what follows a name
 * and is none, such as a path or `--file=…`, is passed on to that bench. Each prints ratios against a baseline that is run
 * beside it; times alone say little about another machine.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What there is, and what each shows. */
const BENCHES: Readonly<Record<string, string>> = {
  compile: 'time from a caller’s SQL to a checked statement',
  pushdown: 'printed SQL against DuckDB SQL by hand',
  barrier:
    'stored and clients’ queries with the security barrier against a plain filter on the tenant',
  store:
    'statements over files against SQL by hand, over 2 000 files against one, and as others grow',
  'in-place': 'endpoints over a Parquet file in place against SQL by hand, cold and over HTTP',
  pruning: 'one day of logs.all on 30 and on 90 days of data',
  'newest-first':
    'bytes and time of the newest rows on BigQuery against one statement over the window',
  'import-kills': 'rows and files after SIGKILL at any moment of an import or its undoing',
  bill: 'jobs and bytes of a day on BigQuery against one job a request',
  decode: 'rows from BigQuery by our decoder and by the client’s',
  transport: 'a request to BigQuery through the auth client against bare node:http',
  redaction: 'redaction of log lines beside a regular expression, and of hostile text',
  'redaction-reading': 'characters that detectors read of hostile texts, by their length',
  'redaction-pairs': 'redaction of ordinary rows by this build and by another in turn',
  'redaction-latency': 'answers from the cache beside callers of redacted wide rows',
  import: 'a million lines of an access log: rows a second and the most memory',
  'first-answers': 'processor time and memory of a start until the first answers',
  'request-coverage':
    'files, functions and calls of ours in a request from the engine and from the cache',
  'engine-memory': 'memory of the engine under many queries',
  'engine-process': 'cold answers of an engine process against the same in this one',
  'loop-delay': 'how long callers’ SQL keeps the event loop from others',
  'cache-memory': 'memory of the process while the cache is filled with small answers',
  pages: 'bytes, time to interactive and foreign requests of GraphiQL and /docs in Chromium',
  catalogue: 'bytes, round trips, time to use and longest tasks of the page at / in Chromium',
  tracing: 'answers from the cache with traces against the same without',
  mcp: 'calls of tools against the same over REST, and lists of 500 tools',
  cache: 'answers from the cache against bare node:http, Yoga and Mercurius',
};

/** The benches to run, and the arguments of each. */
const asked = new Map<string, string[]>();
for (const argument of process.argv.slice(2)) {
  const last = [...asked.values()].at(-1);
  if (last && /[^a-z-]|^-/.test(argument)) last.push(argument);
  else asked.set(argument, []);
}
const unknown = [...asked.keys()].filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench "${unknown[0]}"; there are ${Object.keys(BENCHES).join(', ')}\n`,
  );
  process.exit(2);
}
for (const name of asked.size > 0 ? asked.keys() : Object.keys(BENCHES)) {
  process.stdout.write(`\n${name}: ${BENCHES[name]}\n`);
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...(asked.get(name) ?? [])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
