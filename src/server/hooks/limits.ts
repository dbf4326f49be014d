/** What one client may take of the server. */
export interface Limits {
  readonly maxUrlBytes: number;
  /** URL and headers together; past it Node answers before any of our code runs. */
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  /** How long the headers may take to arrive. */
  readonly headersTimeoutMs: number;
  /** How long the whole request may take to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two above are checked. */
  readonly checkIntervalMs: number;
  /** How long a client may take nothing of an answer that is ready. */
  readonly stalledAnswerMs: number;
  /** Longer than the 60 seconds after which common load balancers let go, so that they never meet a closed one. */
  readonly keepAliveTimeoutMs: number;
  /** Requests on more connections are refused. */
  readonly maxConnections: number;
}

/** The limits in production. */
export const LIMITS: Limits = {
  maxUrlBytes: 16_384,
  maxHeaderBytes: 40_960,
  maxBodyBytes: 1_048_576,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 12_000,
  checkIntervalMs: 1_000,
  stalledAnswerMs: 15_000,
  keepAliveTimeoutMs: 72_000,
  maxConnections: 8_192,
};
