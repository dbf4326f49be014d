import { behind, inPlaceOf, type Mistake, onTop, query } from './mistake.ts';

const BY_DAY = 'SELECT o.id FROM orders AS o WHERE o.day = @d';

/** Mistakes of head comments. */
export const IN_COMMENTS: readonly Mistake[] = [
  [
    'unknown tag',
    query('-- Orders.\n-- «@cahce 15m\nSELECT 1 AS n'),
    'There is no tag "@cahce"',
    inPlaceOf('@cahce'),
  ],
  ['tag twice', query('-- @cache 15m\n-- «@cache 5m\nSELECT 1 AS n'), '@cache is there twice'],
  ['parameter twice', query(`-- @param d\n-- @param «D\n${BY_DAY}`), '@param D is there twice'],
  ['sandbox without CTEs', query('-- «@sandbox\nSELECT 1 AS n'), 'it has none'],
  ['stray line', query('-- @cache 15m\n-- «Orders.\nSELECT 1 AS n'), 'A line after the first tag'],
  [
    'stray line of a text',
    query(`-- @param d - The day\n-- «of the order\n${BY_DAY}`),
    'goes on with one after two more blanks',
    inPlaceOf('-- of the order'),
  ],
  [
    'indented tag',
    query('-- Orders.\n--   «@cache 15m\nSELECT 1 AS n'),
    'A tag begins its line',
    inPlaceOf('--   @cache 15m'),
  ],
  ['unknown type', query(`-- @param {«DAT} d\n${BY_DAY}`), 'Type not found: DAT'],
  ['wrong default', query(`-- @param d = «'soon'\n${BY_DAY}`), 'Could not cast literal "soon"'],
  [
    'moving default',
    query(`-- @param d = «CURRENT_DATE()\n${BY_DAY}`),
    'A default is a literal',
    (text, shown) => text.replace('-- @param d = CURRENT_DATE()\n', '').replace('@d', () => shown),
  ],
  [
    'no text mark',
    query(`-- @param d «the day\n${BY_DAY}`),
    'Expected " - " before the text',
    inPlaceOf('@param d the day'),
  ],
  [
    'wrong duration',
    query('-- @cache «15 minutes\nSELECT 1 AS n'),
    '@cache cannot be "15 minutes"',
    inPlaceOf('@cache 15 minutes'),
  ],
  [
    'wrong size',
    query('-- @maxBytes «ten\nSELECT 1 AS n'),
    '@maxBytes cannot be "ten"',
    inPlaceOf('@maxBytes ten'),
  ],
  ['unknown parameter', query(`-- @param «dya\n${BY_DAY}`), 'The query has no parameter @dya'],
  ['unknown column', query('-- @column «m - Number\nSELECT 1 AS n'), 'The query has no column "m"'],
  [
    'unknown tenant',
    query(`-- @tenant «shop\n${BY_DAY}`),
    "The tenant's parameter @shop is not one of the query",
  ],
  [
    'wrong type of a column',
    query('-- @column {«STRING} id\nSELECT o.id FROM orders AS o'),
    'Column "id" is INT64, not STRING',
  ],
];

const FROM_ORDERS = '\nFROM orders AS o';

/** Mistakes of SQL. */
export const IN_SQL: readonly Mistake[] = [
  ['syntax', query('SELECT o.id\nFROM orders AS o\n«WERE o.id = 1'), 'Syntax error'],
  ['unknown table', query('SELECT o.id\nFROM «ordrs AS o'), 'Table not found: ordrs'],
  ['unknown name', query(`SELECT o.«dya${FROM_ORDERS}`), 'Name dya not found inside o'],
  ['unknown function', query(`SELECT «LOWR(o.shop) AS s${FROM_ORDERS}`), 'Function not found'],
  ['types', query(`SELECT o.id${FROM_ORDERS} WHERE «o.day = 5`), 'No matching signature'],
  [
    'parameter without a type',
    query(`SELECT o.id${FROM_ORDERS} WHERE «@p IS NULL`),
    'Cannot tell the type of @p',
    onTop,
  ],
  [
    'parameter of two types',
    query(`SELECT o.id${FROM_ORDERS} WHERE o.day = @p OR o.shop = «@p`),
    '@p is DATE before and STRING here',
    onTop,
  ],
  [
    'optional LIMIT',
    query('-- @param {INT64} top\nSELECT o.id FROM orders AS o LIMIT «@top'),
    '@top is NULL when it is absent',
    inPlaceOf('-- @param {INT64} top'),
  ],
  [
    'taken parameter',
    query(`SELECT o.id${FROM_ORDERS} WHERE o.shop = «@sql`),
    '',
    inPlaceOf('@sql'),
  ],
  [
    'column without a name',
    query(`SELECT o.id,\n  «UPPER(o.shop)${FROM_ORDERS}`),
    'Column 2 has no name',
    behind('UPPER(o.shop)'),
  ],
  [
    'field without a name',
    query(`SELECT [STRUCT(o.id, «UPPER(o.shop))] AS s${FROM_ORDERS}`),
    'Field 2 has no name',
    behind('UPPER(o.shop)'),
  ],
  [
    'columns of one GraphQL name',
    query(`SELECT o.id AS order_id,\n  o.day AS «orderId${FROM_ORDERS}`),
    'has the GraphQL name of "order_id"',
    inPlaceOf('AS orderId'),
  ],
  [
    'columns of one name',
    query(`SELECT o.id,\n  o.day AS «ID${FROM_ORDERS}`),
    'has the GraphQL name of "id"',
    inPlaceOf('AS ID'),
  ],
  [
    'fields of one name',
    query(`SELECT STRUCT(o.id,\n  o.day AS «id) AS s${FROM_ORDERS}`),
    'has the GraphQL name of "id"',
    inPlaceOf('AS id'),
  ],
  [
    'name of other letters',
    query(`SELECT o.day AS «\`größe\`${FROM_ORDERS}`),
    'since "ö" is no ASCII letter',
    inPlaceOf('AS `größe`'),
  ],
  [
    'scan without a condition on its tenant',
    query(
      '-- @tenant id\nSELECT o.day\nFROM visits AS v JOIN «orders AS o ON o.id = @id\n' +
        'WHERE v.day >= @since AND v.day < @until',
    ),
    'its scan of "orders" has no condition on its tenant that uses @id',
  ],
  [
    'no bounds of a time',
    query('SELECT v.id\nFROM «visits AS v'),
    'does not compare the bare day',
    (text, shown) => `${text} WHERE ${shown}`,
  ],
  [
    'optional bound of a time',
    query(
      'SELECT v.id FROM visits AS v\nWHERE («@since IS NULL OR v.day >= @since) AND v.day < @until',
    ),
    'bounds the bare day only where @since is there',
    inPlaceOf('(@since IS NULL OR v.day >= @since)'),
  ],
  [
    'optional date as a bound of a time',
    query(
      'SELECT v.id FROM visits AS v\nWHERE v.day > @since AND («TIMESTAMP(@until) >= v.day OR @until IS NULL)',
    ),
    'bounds the bare day only where @until is there',
    inPlaceOf('(TIMESTAMP(@until) >= v.day OR @until IS NULL)'),
  ],
  [
    'DECLARE',
    query(`«DECLARE d DATE DEFAULT CURRENT_DATE();\n${BY_DAY.replace('@d', 'd')}`),
    'DECLARE is not supported',
    (text, shown) =>
      `${shown}\n${text.replace(/^DECLARE.*\n/, '').replace('= d', '= COALESCE(@d, CURRENT_DATE())')}`,
  ],
];
