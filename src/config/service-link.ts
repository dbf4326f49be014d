/** `REDIS_SERVICE_HOST`, `REDIS_SERVICE_PORT`, `REDIS_SERVICE_PORT_HTTP`. */
const SERVICE = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$/;
/** `REDIS_PORT_6379_TCP`, `REDIS_PORT_6379_TCP_ADDR`. */
const PORT_PARTS = /_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/**
 * The environment without the variables that an orchestrator sets in every container of a namespace, after a service's
 * name: `REDIS_PORT` is `tcp://10.0.0.11:6379` where a service is called `redis`. Such a variable is no setting, whatever
 * it is called.
 *
 * Source: Kubernetes, "Accessing the Service", environment variables; `enableServiceLinks: false` turns them off.
 */
export function withoutServiceLinks(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name, value = '']) => !isServiceLink(name, value)));
}

function isServiceLink(name: string, value: string): boolean {
  return (
    SERVICE.test(name) || PORT_PARTS.test(name) || (name.endsWith('_PORT') && ADDRESS.test(value))
  );
}
