/**
 * The compiler's public interface: parse, analyse, print, and the types of trees, values and tables. The linter refuses
 * deeper imports from outside.
 */

export type { AnalyzeOptions, OutputColumn, Statement } from './analysis/analyze.ts';
export { analyze, type Prelude } from './analysis/analyze.ts';
export { allUses, type LeafUse, LeafUses, WHOLE_USE } from './analysis/properties/leaf-uses.ts';
export {
  evaluatesLists,
  isClockShift,
  mayFail,
  mayRaise,
} from './analysis/properties/may-raise.ts';
export { type ParameterPlace, parameterPlaces } from './analysis/properties/parameter-places.ts';
export { sameExpression } from './analysis/properties/same-expression.ts';
export { columnRef, filtered, getField, literal, withComputed } from './analysis/resolved/build.ts';
export { guardedValue, replaceValue } from './analysis/resolved/guarded-value.ts';
export {
  mapExpression,
  mapInputs,
  mapOwnExpressions,
  type Replace,
} from './analysis/resolved/map-tree.ts';
export {
  ctesReadOnce,
  type FieldPath,
  type FieldUse,
  fieldUse,
  type OriginSearch,
  originsOf,
  placeOf,
} from './analysis/resolved/origins.ts';
export type {
  AggregateScan,
  Column,
  Computed,
  FilterScan,
  FunctionCall,
  GetField,
  ProjectScan,
  ResolvedCte,
  ResolvedExpression,
  ResolvedStatement,
  ResolvedSubquery,
  Scan,
  ScanOf,
  TableScan,
  WithRefScan,
} from './analysis/resolved/resolved.ts';
export {
  allScans,
  CHAINS,
  conjunctsOf,
  ctesIn,
  everyExpression,
  everyScan,
  expressionParts,
  expressionsOf,
  inputsOf,
  lastColumnId,
  subqueriesOf,
  tablesIn,
} from './analysis/resolved/traverse.ts';
export {
  type AnalyzedDefinitions,
  analyzeDefinitions,
  analyzeOwnFunctions,
} from './definitions/analyze-definitions.ts';
export type {
  Definitions,
  FunctionDefinition,
  ViewDefinition,
} from './definitions/definition.ts';
export { parseFunctions } from './definitions/parse-functions.ts';
export { type HeadedQuery, parseStatement } from './definitions/parse-statement.ts';
export { parseView } from './definitions/parse-view.ts';
export { substitute } from './definitions/substitute.ts';
export {
  allConditions,
  isNull,
  isSeal,
  isTrue,
  recordList,
  trueCondition,
  valueIf,
  valueUnless,
} from './duckdb/expressions/generated-calls.ts';
export { FIRST_INDEX } from './duckdb/expressions/quantiles.ts';
export { isTooComplex, TOO_COMPLEX } from './duckdb/limits/text-budget.ts';
export { neededParameters, withNeededValues } from './duckdb/queries/needed-values.ts';
export { printDuckDb } from './duckdb/queries/print.ts';
export type { DuckDbSql, DuckDbStatement } from './duckdb/queries/printer.ts';
export { refuseAbsentPlaces } from './folding/absent-places.ts';
export { foldAbsent } from './folding/fold-absent.ts';
export { raisedMessage } from './functions/conversion/raised-message.ts';
export { functionNames } from './functions/core/catalogue.ts';
export { COMPARISONS } from './functions/core/signatures/signature-text.ts';
export { patternSteps } from './functions/string/regexp-nullable.ts';
export { type Header, parseHeader } from './header/parse-header.ts';
export { parseByteSize, parseDuration } from './header/quantities.ts';
export type { HeaderColumn } from './header/read-column.ts';
export type { HeaderParameter } from './header/read-parameter.ts';
export type { Placed } from './header/tag-reader.ts';
export { describeColumns } from './inference/columns/columns.ts';
export {
  type DescribeOptions,
  describe,
  parameterType,
  type StatementDescription,
} from './inference/describe.ts';
export { type InferredStatement, inferStatement } from './inference/infer-statement.ts';
export type { DefaultValue } from './inference/parameters/default-value.ts';
export {
  foreignParameters,
  type ParameterUse,
  parameterUses,
} from './inference/parameters/foreign-parameters.ts';
export type { ParameterTag } from './inference/parameters/named-parameters.ts';
export { type InferredParameter, inferParameters } from './inference/parameters/parameters.ts';
export {
  type ProvenField,
  type ProvenType,
  parseTypeSpelling,
  provenColumn,
  spellType,
} from './inference/proven-type.ts';
export * from './runtime.ts';
export { type ErrorSource, offsetAt, SqlError } from './sql-error.ts';
export type { ParseLimits } from './syntax/lexer/cursor.ts';
export { MAX_SQL_BYTES, parseCondition, parseQuery } from './syntax/parser/parser.ts';
export { CLOCK_PARAMETER, pinClock } from './syntax/parser/pin-clock.ts';
export { printIdentifier, printPath, quoteGoogleSql } from './syntax/printer/literal.ts';
export { printExpressionText, printQuery } from './syntax/printer/print.ts';
export type {
  Aliased,
  AnyNode,
  BinaryOperator,
  Cte,
  DerivedTable,
  Expression,
  FromItem,
  GroupBy,
  Identifier,
  Join,
  Literal,
  OrderItem,
  Path,
  Query,
  Select,
  SelectItem,
  UnnestItem,
  With,
} from './syntax/tree/ast.ts';
export { callOf } from './syntax/tree/call-of.ts';
export { allOf, andTerms } from './syntax/tree/conditions.ts';
export { equalTrees } from './syntax/tree/equal-trees.ts';
export { needsPipes } from './syntax/tree/piped.ts';
export { queryOf, selectOf } from './syntax/tree/query-of.ts';
export {
  copyNode,
  mapExpressions,
  mapNodes,
  nodesIn,
  nodesOfKind,
  writtenNames,
} from './syntax/tree/visit.ts';
export { COMPILER_VERSION } from './version.ts';
