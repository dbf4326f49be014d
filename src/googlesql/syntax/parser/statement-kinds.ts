import type { Cursor } from '../lexer/cursor.ts';

/** The reference's names of statements other than queries, by their first keywords. */
const KINDS = withWords([
  ['DROP TABLE FUNCTION', 'DropTableFunctionStatement'],
  ['DROP TABLE', 'DropStatement'],
  ['DROP SNAPSHOT TABLE', 'DropSnapshotTableStatement'],
  ['DROP FUNCTION', 'DropFunctionStatement'],
  ['DROP MATERIALIZED VIEW', 'DropMaterializedViewStatement'],
  ['DROP SEARCH INDEX', 'DropSearchIndexStatement'],
  ['DROP ROW ACCESS POLICY', 'DropRowAccessPolicyStatement'],
  ['DROP ALL', 'DropAllRowAccessPoliciesStatement'],
  ['DROP', 'DropStatement'],
  ['TRUNCATE', 'TruncateStatement'],
  ['SHOW', 'ShowStatement'],
  ['INSERT', 'InsertStatement'],
  ['UPDATE', 'UpdateStatement'],
  ['DELETE', 'DeleteStatement'],
  ['MERGE', 'MergeStatement'],
  ['BEGIN', 'BeginStatement'],
  ['START BATCH', 'StartBatchStatement'],
  ['START', 'BeginStatement'],
  ['RUN BATCH', 'RunBatchStatement'],
  ['ABORT BATCH', 'AbortBatchStatement'],
  ['COMMIT', 'CommitStatement'],
  ['ROLLBACK', 'RollbackStatement'],
  ['SET TRANSACTION', 'SetTransactionStatement'],
  ['SET @@', 'SystemVariableAssignment'],
  ['SET @', 'ParameterAssignment'],
  ['SET (', 'AssignmentFromStruct'],
  ['SET', 'SingleAssignment'],
  ['CALL', 'CallStatement'],
  ['ASSERT', 'AssertStatement'],
  ['ANALYZE', 'AnalyzeStatement'],
  ['DESCRIBE', 'DescribeStatement'],
  ['DESC', 'DescribeStatement'],
  ['EXPLAIN', 'ExplainStatement'],
  ['EXPORT MODEL', 'ExportModelStatement'],
  ['EXPORT', 'ExportDataStatement'],
  ['GRANT', 'GrantStatement'],
  ['REVOKE', 'RevokeStatement'],
  ['RENAME', 'RenameStatement'],
  ['IMPORT', 'ImportStatement'],
  ['MODULE', 'ModuleStatement'],
  ['EXECUTE', 'ExecuteImmediateStatement'],
  ['LOAD', 'AuxLoadDataStatement'],
  ['CLONE', 'CloneDataStatement'],
  ['UNDROP', 'UndropStatement'],
  ['DEFINE', 'DefineTableStatement'],
  ['ALTER TABLE', 'AlterTableStatement'],
  ['ALTER VIEW', 'AlterViewStatement'],
  ['ALTER MODEL', 'AlterModelStatement'],
  ['ALTER DATABASE', 'AlterDatabaseStatement'],
  ['ALTER ALL', 'AlterAllRowAccessPoliciesStatement'],
  ['ALTER SCHEMA', 'AlterSchemaStatement'],
  ['ALTER', 'AlterTableStatement'],
]);

/** The objects of CREATE, after OR REPLACE, TEMP and the like. */
const CREATED = withWords([
  ['MATERIALIZED VIEW', 'CreateMaterializedViewStatement'],
  ['EXTERNAL TABLE', 'CreateExternalTableStatement'],
  ['SNAPSHOT TABLE', 'CreateSnapshotTableStatement'],
  ['ROW', 'CreateRowAccessPolicyStatement'],
  ['TABLE FUNCTION', 'CreateTableFunctionStatement'],
  ['TABLE', 'CreateTableStatement'],
  ['VIEW', 'CreateViewStatement'],
  ['FUNCTION', 'CreateFunctionStatement'],
  ['PROCEDURE', 'CreateProcedureStatement'],
  ['SCHEMA', 'CreateSchemaStatement'],
  ['DATABASE', 'CreateDatabaseStatement'],
  ['INDEX', 'CreateIndexStatement'],
  ['MODEL', 'CreateModelStatement'],
  ['CONSTANT', 'CreateConstantStatement'],
]);

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
    const found = CREATED.find(([keywords]) =>
      keywords.every((key, i) => cursor.ahead(distance + i).key === key),
    );
    if (found !== undefined) return found[1];
  }
  return 'CreateTableStatement';
}

/** The rows of a table with their keywords split, once for all texts. */
function withWords(rows: readonly (readonly [string, string])[]) {
  return rows.map(([keywords, name]) => [keywords.split(' '), name] as const);
}
