import { createClient } from '@keyv/redis';

const CONNECT_MS = 2_000;
/** With `PING_MS`: a connection that says nothing for so long is dead, though no packet said so. */
const SILENCE_MS = 5_000;
const PING_MS = 2_000;
const MIN_RETRY_MS = 50;
const MAX_RETRY_MS = 2_000;
/** A bound on memory only: the breaker opens long before. */
const MAX_QUEUED_COMMANDS = 10_000;

/** What speaks to Redis. */
export type RedisClient = ReturnType<typeof createRedisClient>;

/** Whether the text names a Redis server, as `redis://` or `rediss://`. */
export function isRedisUrl(text: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname } = new URL(text);
    decodeURIComponent(username + password);
    return /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}

/** A client that is not connected yet; it refuses commands while it has no connection, and looks for one for ever. */
export function createRedisClient(url: string) {
  // The client's own error would have the URL in it, and the URL has the password in it.
  if (!isRedisUrl(url)) throw new Error('The URL of Redis must be like "redis://host:6379"');
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) =>
        Math.min(MIN_RETRY_MS * 2 ** Math.min(retries, 10), MAX_RETRY_MS) +
        Math.random() * MIN_RETRY_MS,
    },
  });
}
