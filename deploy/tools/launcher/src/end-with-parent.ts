// Preloaded into every supervised process: should the launcher be killed, nothing that it started is left behind.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone is no reason to stay.
  process.channel.unref();
}
