import { DevelopmentFailure } from './development-failure.ts';

/** ms within which a platform has to respond. */
const RESPONDS_WITHIN = 5_000;

/** Rejects a platform that does not serve its manifest. Throws DevelopmentFailure. */
export async function requirePlatform(platform: string, ask: typeof fetch): Promise<void> {
  const url = `${platform}/h5/manifest.json`;
  const advice = 'Start one with npm start, or name another by --platform.';
  let response: Response;
  try {
    response = await ask(url, { signal: AbortSignal.timeout(RESPONDS_WITHIN) });
  } catch (error) {
    const reason = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : error;
    throw new DevelopmentFailure('platform_unreachable', `No platform responds at ${platform} (${reason}). ${advice}`);
  }
  await response.body?.cancel();
  if (!response.ok) {
    throw new DevelopmentFailure('platform_unreachable', `${url} returned ${response.status}. ${advice}`);
  }
}
