-- Values of typed columns; NULL where a value has none of the other type.

CREATE MACRO file_float_int64(x) AS
  CASE WHEN x = trunc(x) AND abs(x) <= 9007199254740992 THEN CAST(x AS BIGINT) END;

CREATE MACRO file_decimal_int64(x) AS CASE WHEN x = trunc(x) THEN TRY_CAST(trunc(x) AS BIGINT) END;

-- The shortest decimal number that is read as the same double.
CREATE MACRO file_float_numeric(x) AS file_text_numeric(CAST(x AS VARCHAR));

-- Rounded once: DuckDB's own cast divides, which rounds twice.
CREATE MACRO file_decimal_float64(x) AS CAST(CAST(x AS VARCHAR) AS DOUBLE);

-- Cut downwards, as texts are; DuckDB's own cast cuts towards 1970.
CREATE MACRO file_nanoseconds_datetime(t) AS
  make_timestamp((epoch_ns(t) - (epoch_ns(t) % 1000 + 1000) % 1000) // 1000);

CREATE MACRO file_decimal_bignumeric(x) AS gsql_text_bignumeric(CAST(x AS VARCHAR));
