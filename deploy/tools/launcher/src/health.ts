/** Resolves to true once a URL responds with a status below 500, to false once `giveUp()` is. Polls every 150 ms. */
export async function answers(
  url: string,
  giveUp: () => boolean,
  pause: (ms: number) => Promise<unknown>,
): Promise<boolean> {
  while (!giveUp()) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      await answer.body?.cancel();
      if (answer.status < 500) return true;
    } catch {
      // Not listening yet.
    }
    await pause(150);
  }
  return false;
}
