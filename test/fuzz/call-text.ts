/** Operators of the reference's catalogue, and functions with a grammar of their own, as text with `$1`, `$2`, …. */
const TEMPLATES: Readonly<Record<string, string>> = {
  $add: '$1 + $2',
  $subtract: '$1 - $2',
  $multiply: '$1 * $2',
  $divide: '$1 / $2',
  $unary_minus: '- $1',
  $equal: '$1 = $2',
  $not_equal: '$1 != $2',
  $less: '$1 < $2',
  $less_or_equal: '$1 <= $2',
  $greater: '$1 > $2',
  $greater_or_equal: '$1 >= $2',
  $and: '$1 AND $2',
  $or: '$1 OR $2',
  $not: 'NOT $1',
  $is_null: '$1 IS NULL',
  $is_true: '$1 IS TRUE',
  $is_false: '$1 IS FALSE',
  $is_distinct_from: '$1 IS DISTINCT FROM $2',
  $is_not_distinct_from: '$1 IS NOT DISTINCT FROM $2',
  $between: '$1 BETWEEN $2 AND $3',
  $like: '$1 LIKE $2',
  $in: '$1 IN ($2, $3)',
  $in_array: '$1 IN UNNEST($2)',
  $concat_op: '$1 || $2',
  $bitwise_and: '$1 & $2',
  $bitwise_or: '$1 | $2',
  $bitwise_xor: '$1 ^ $2',
  $bitwise_not: '~ $1',
  $bitwise_left_shift: '$1 << $2',
  $bitwise_right_shift: '$1 >> $2',
  $array_at_offset: '$1[OFFSET($2)]',
  $array_at_ordinal: '$1[ORDINAL($2)]',
  $safe_array_at_offset: '$1[SAFE_OFFSET($2)]',
  $safe_array_at_ordinal: '$1[SAFE_ORDINAL($2)]',
  $case_no_value: 'CASE WHEN $1 THEN $2 ELSE $3 END',
  $case_with_value: 'CASE $1 WHEN $2 THEN $3 ELSE $4 END',
  $extract: 'EXTRACT($2 FROM $1)',
  $extract_date: 'EXTRACT(DATE FROM $1)',
  $extract_time: 'EXTRACT(TIME FROM $1)',
  $extract_datetime: 'EXTRACT(DATETIME FROM $1)',
  date_add: 'DATE_ADD($1, INTERVAL $2 $3)',
  date_sub: 'DATE_SUB($1, INTERVAL $2 $3)',
  datetime_add: 'DATETIME_ADD($1, INTERVAL $2 $3)',
  datetime_sub: 'DATETIME_SUB($1, INTERVAL $2 $3)',
  timestamp_add: 'TIMESTAMP_ADD($1, INTERVAL $2 $3)',
  timestamp_sub: 'TIMESTAMP_SUB($1, INTERVAL $2 $3)',
  time_add: 'TIME_ADD($1, INTERVAL $2 $3)',
  time_sub: 'TIME_SUB($1, INTERVAL $2 $3)',
};

/** The text of a call of a function of the reference's catalogue; undefined for operators that are not tried. */
export function callText(name: string, values: readonly string[]): string | undefined {
  const template = TEMPLATES[name];
  if (template === undefined) {
    return name.startsWith('$') ? undefined : `${name.toUpperCase()}(${values.join(', ')})`;
  }
  if (values.length < (template.match(/\$\d/g)?.length ?? 0)) return undefined;
  return template.replace(/\$(\d)/g, (_, place: string) => values[Number(place) - 1] ?? 'NULL');
}
