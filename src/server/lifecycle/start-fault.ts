/** Waits for a server to listen on the port of a setting; a port or host that cannot be used is named with its setting. */
export async function whileListening<Result>(
  setting: 'PORT' | 'METRICS_PORT',
  listening: Promise<Result>,
): Promise<Result> {
  try {
    return await listening;
  } catch (cause) {
    throw new Error(listenFault(setting, cause as NodeJS.ErrnoException & Address), { cause });
  }
}

interface Address {
  readonly address?: string;
  /** Where the name is not known. */
  readonly hostname?: string;
  readonly port?: number;
}

function listenFault(
  setting: string,
  { address, code, hostname, message, port }: NodeJS.ErrnoException & Address,
): string {
  if (code === 'EADDRINUSE') {
    const free = setting === 'PORT' ? ', or to 0 for any that is free' : '';
    return `Port ${port} is in use; set ${setting} to another one${free}`;
  }
  if (code === 'EACCES') {
    return `This user may not listen on port ${port}; set ${setting} to one above 1023`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const host = address ?? hostname;
    return `"${host}" is no address of this machine; set HOST to one, or to 0.0.0.0 for all`;
  }
  return message;
}
