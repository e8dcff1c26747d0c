// Health check of a container: succeeds when the URL responds with a status of success within two seconds.
const [url = ''] = process.argv.slice(2);

try {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
