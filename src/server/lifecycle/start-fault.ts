/** What keeps the service from starting, as one line for its operator. */
export function startFault(error: unknown): string {
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use; set PORT to another one, or to 0 for any that is free`;
  return message ?? String(error);
}
