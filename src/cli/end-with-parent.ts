/**
 * Ends this process when the one that started it is gone. A parent that was killed has passed no signal on, but its
 * channel is closed.
 */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The command ends as without a channel.
  process.channel.unref();
}
