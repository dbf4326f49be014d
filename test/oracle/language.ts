/** Features that the reference has and BigQuery has not. */
const NOT_IN_BIGQUERY = new Set(['FEATURE_TIMESTAMP_NANOS']);

/** Features that the reference keeps off by default though BigQuery has them. */
const IN_BIGQUERY = ['FEATURE_INTERVAL_TYPE'];

/** The reference's language options as its protocol writes them. */
export interface LanguageOptions {
  readonly enabled_language_features: readonly string[];
}

/** The options of the language that BigQuery speaks: queries only, external product mode. */
export function bigQueryLanguage(maximum: LanguageOptions): LanguageOptions {
  const features = maximum.enabled_language_features.filter((name) => !NOT_IN_BIGQUERY.has(name));
  const options = {
    ...maximum,
    enabled_language_features: [...features, ...IN_BIGQUERY],
    product_mode: 'PRODUCT_EXTERNAL',
    supported_statement_kinds: ['RESOLVED_QUERY_STMT'],
  };
  return options;
}
