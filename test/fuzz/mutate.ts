import { GAPS, PLACES, TABLES, WORDS } from './fragments.ts';
import type { Random } from './random.ts';

/** Changes a list of tokens. */
type Mutation = (tokens: string[], random: Random, seeds: readonly string[]) => string[];

/** A seed changed in one to three ways; `seeds` also lend their fragments. */
export function mutate(random: Random, seeds: readonly string[]): string {
  let tokens = split(random.pick(seeds));
  for (let times = 1 + random.below(1 + random.below(3)); times > 0; times -= 1) {
    tokens = random.pick(MUTATIONS)(tokens.length > 0 ? tokens : [' '], random, seeds);
  }
  return tokens.join('');
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[rb]{0,2}(?:'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|`[^`]*`|@{0,2}\w+|<<|>>|[<>!=]=|<>|\|\||\s+|[\s\S]/giu;

/** Tokens with the white space between them; together they are the text again. */
export function split(sql: string): string[] {
  return sql.match(TOKEN) ?? [];
}

const deleteToken: Mutation = (tokens, random) => tokens.toSpliced(random.below(tokens.length), 1);

const duplicateToken: Mutation = (tokens, random) => {
  const at = random.below(tokens.length);
  return tokens.toSpliced(at, 0, tokens[at] ?? '', ' ');
};

const swapTokens: Mutation = (tokens, random) => {
  const [a, b] = [random.below(tokens.length), random.below(tokens.length)];
  return tokens.with(a, tokens[b] ?? '').with(b, tokens[a] ?? '');
};

const insertWord: Mutation = (tokens, random) =>
  tokens.toSpliced(random.below(tokens.length + 1), 0, ' ', random.pick(WORDS), ' ');

const replaceToken: Mutation = (tokens, random, seeds) =>
  tokens.with(random.below(tokens.length), random.pick(split(random.pick(seeds))));

/** Puts another token of the same kind, from the statement itself or from another one, in the place of one. */
function replaceKind(kind: RegExp): Mutation {
  return (tokens, random, seeds) => {
    const places = tokens.flatMap((token, i) => (kind.test(token) ? [i] : []));
    const source = random.below(2) ? tokens : split(random.pick(seeds));
    const others = source.filter((token) => kind.test(token));
    if (places.length === 0 || others.length === 0) return tokens;
    return tokens.with(random.pick(places), random.pick(others));
  };
}

const replaceName = replaceKind(/^[a-z_]\w*$/);
const replaceWord = replaceKind(/^[A-Z_]{2,}$/);
const replaceLiteral = replaceKind(/^(?:\d|['"])/);
const replaceOperator = replaceKind(/^(?:[=<>!*/+&|^-]{1,2}|AND|OR|LIKE|IN)$/);

const spliceFragment: Mutation = (tokens, random, seeds) => {
  const other = split(random.pick(seeds));
  const start = random.below(other.length);
  const fragment = other.slice(start, start + 1 + random.below(20));
  return tokens.toSpliced(random.below(tokens.length), random.below(6), ' ', ...fragment, ' ');
};

/** Puts a whole seed in parentheses where another one has a token, most often as a subquery or a derived table. */
const nestSeed: Mutation = (tokens, random, seeds) => {
  const inner = random.pick(seeds).replace(/;\s*$/, '');
  const before = random.pick(['', 'ARRAY', 'EXISTS', 'IN ', 'UNNEST', 'x IN ', ', ', ' FROM ']);
  return tokens.toSpliced(random.below(tokens.length), 1, ` ${before}(${inner}\n) `);
};

const insertTable: Mutation = (tokens, random) => {
  const text = random.pick(PLACES).replace('?', random.pick(TABLES));
  return tokens.toSpliced(random.below(tokens.length + 1), 0, text, ' ');
};

const replaceByTable: Mutation = (tokens, random) => {
  const names = tokens.flatMap((token, i) => (/_logs$/i.test(token) ? [i] : []));
  const at = names.length > 0 ? random.pick(names) : random.below(tokens.length);
  return tokens.with(at, random.pick(TABLES));
};

const quoteName: Mutation = (tokens, random) => {
  const at = random.below(tokens.length);
  const token = tokens[at] ?? '';
  return tokens.with(at, token.startsWith('`') ? token.slice(1, -1) : `\`${token}\``);
};

const changeCase: Mutation = (tokens, random) => {
  const at = random.below(tokens.length);
  const token = tokens[at] ?? '';
  return tokens.with(at, random.below(2) ? token.toUpperCase() : token.toLowerCase());
};

const insertGap: Mutation = (tokens, random) =>
  tokens.toSpliced(random.below(tokens.length + 1), 0, random.pick(GAPS));

const replaceGap: Mutation = (tokens, random) => {
  const gaps = tokens.flatMap((token, i) => (/^\s+$/.test(token) ? [i] : []));
  return gaps.length === 0 ? tokens : tokens.with(random.pick(gaps), random.pick(GAPS));
};

const wrap: Mutation = (tokens, random, seeds) => {
  const sql = tokens.join('').replace(/;\s*$/, '');
  const other = random.pick(seeds).replace(/;\s*$/, '');
  const wrapped = random.pick([
    `(${sql}\n)`,
    `SELECT * FROM (${sql}\n)`,
    `WITH edge_logs AS (${other}\n) ${sql}`,
    `WITH x AS (${sql}\n), y AS (SELECT * FROM x) SELECT * FROM y`,
    `${sql}\nUNION ALL ${other}`,
    `(${sql}\n) EXCEPT DISTINCT (${other}\n)`,
    `SELECT ARRAY(${sql}\n)`,
    `FROM (${sql}\n) SELECT *`,
    `${sql}\n; ${other}`,
    `EXPLAIN ${sql}`,
  ]);
  return split(wrapped);
};

const MUTATIONS: readonly Mutation[] = [
  deleteToken,
  deleteToken,
  duplicateToken,
  swapTokens,
  insertWord,
  insertWord,
  replaceToken,
  replaceName,
  replaceName,
  replaceName,
  replaceWord,
  replaceWord,
  replaceLiteral,
  replaceLiteral,
  replaceOperator,
  spliceFragment,
  spliceFragment,
  nestSeed,
  insertTable,
  replaceByTable,
  quoteName,
  changeCase,
  insertGap,
  replaceGap,
  wrap,
];
