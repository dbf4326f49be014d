/** The holder of a valid key or token, and what it allows. */
export interface Caller {
  /** The key's public id; of a token, a hash of its issuer and subject. */
  readonly keyId: string;
  readonly name: string;
  /** Names of the endpoints that the key may run; undefined for all. */
  readonly endpoints: ReadonlySet<string> | undefined;
  /** Arguments that the key fixes, by REST parameter name, as written in `--pin`. */
  readonly pins: ReadonlyMap<string, string>;
  /** Whether every answer to this key is redacted. */
  readonly redact: boolean;
  /** Whether the key may send its own SQL. */
  readonly sandbox: boolean;
  /** Whether it may read the service's metrics. */
  readonly metrics?: boolean | undefined;
  /** Patterns of the origins of browser pages that may send the key; undefined for any. */
  readonly origins?: readonly RegExp[] | undefined;
  /** Bytes that one query of the key may be billed for; undefined: only the endpoint's limit applies. */
  readonly maxBytes?: number | undefined;
  /** Bytes that all queries of the key may be billed for on one UTC day. */
  readonly dailyBytes?: number | undefined;
  /** Queries of the key that run at the same time; undefined: the engine's own limit. */
  readonly maxRunning?: number | undefined;
  /** Queries of the key that wait in the queue; undefined: the engine's own limit. */
  readonly maxWaiting?: number | undefined;
  /** Requests per minute; undefined: the default of all keys. */
  readonly requestsPerMinute?: number | undefined;
}
