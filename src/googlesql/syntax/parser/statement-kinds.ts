import type { Cursor } from '../lexer/cursor.ts';

/** The first keywords of statements other than queries, by which the reference names most: `DropFunctionStatement`. */
const KEYWORDS = [
  ...['DROP TABLE FUNCTION', 'DROP SNAPSHOT TABLE', 'DROP FUNCTION', 'DROP MATERIALIZED VIEW'],
  ...['DROP SEARCH INDEX', 'DROP ROW ACCESS POLICY', 'DROP', 'TRUNCATE', 'SHOW'],
  ...['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'BEGIN', 'START BATCH', 'RUN BATCH', 'ABORT BATCH'],
  ...['COMMIT', 'ROLLBACK', 'SET TRANSACTION', 'CALL', 'ASSERT', 'ANALYZE', 'DESCRIBE', 'EXPLAIN'],
  ...['EXPORT MODEL', 'GRANT', 'REVOKE', 'RENAME', 'IMPORT', 'MODULE', 'UNDROP'],
  ...['ALTER VIEW', 'ALTER MODEL', 'ALTER DATABASE', 'ALTER SCHEMA'],
];

/** The reference's other names. */
const NAMES: Readonly<Record<string, string>> = {
  'DROP ALL': 'DropAllRowAccessPoliciesStatement',
  START: 'BeginStatement',
  'SET @@': 'SystemVariableAssignment',
  'SET @': 'ParameterAssignment',
  'SET (': 'AssignmentFromStruct',
  SET: 'SingleAssignment',
  DESC: 'DescribeStatement',
  EXPORT: 'ExportDataStatement',
  EXECUTE: 'ExecuteImmediateStatement',
  LOAD: 'AuxLoadDataStatement',
  CLONE: 'CloneDataStatement',
  DEFINE: 'DefineTableStatement',
  'ALTER ALL': 'AlterAllRowAccessPoliciesStatement',
  ALTER: 'AlterTableStatement',
};

/** The objects of CREATE, after OR REPLACE, TEMP and the like. */
const CREATED = [
  ...['MATERIALIZED VIEW', 'EXTERNAL TABLE', 'SNAPSHOT TABLE', 'TABLE FUNCTION', 'TABLE', 'VIEW'],
  ...['FUNCTION', 'PROCEDURE', 'SCHEMA', 'DATABASE', 'INDEX', 'MODEL', 'CONSTANT'],
];

const KINDS = withWords([
  ...KEYWORDS.map((keywords) => [keywords, nameOf(keywords)] as const),
  ...Object.entries(NAMES),
]);
const CREATED_KINDS = withWords([
  ...CREATED.map((keywords) => [keywords, nameOf(`CREATE ${keywords}`)] as const),
  ['ROW', 'CreateRowAccessPolicyStatement'],
]);

function nameOf(keywords: string): string {
  const words = keywords.split(' ').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join('')}Statement`;
}

/** Refuses a text that starts like another kind of statement, by the reference's name of that kind. */
export function refuseStatement(cursor: Cursor): void {
  const name = cursor.is('CREATE') ? createdName(cursor) : statementName(cursor);
  if (name !== undefined) cursor.refuse(`Statement not supported: ${name}`);
  cursor.refuseHint();
}

function statementName(cursor: Cursor): string | undefined {
  return KINDS.find(([keywords]) => cursor.are(...keywords))?.[1];
}

function createdName(cursor: Cursor): string {
  for (let distance = 1; distance < 5; distance += 1) {
    const match = CREATED_KINDS.find(([keywords]) =>
      keywords.every((key, i) => cursor.ahead(distance + i).key === key),
    );
    if (match !== undefined) return match[1];
  }
  return 'CreateTableStatement';
}

/** The rows of a table with their keywords split, those with most keywords first. */
function withWords(rows: readonly (readonly [string, string])[]) {
  const split = rows.map(([keywords, name]) => [keywords.split(' '), name] as const);
  return split.sort(([left], [right]) => right.length - left.length);
}
