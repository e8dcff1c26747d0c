import { DevelopmentFailure } from './development-failure.ts';

/** ms within which a platform has to answer. */
const ANSWERS_WITHIN = 5_000;

/** Refuses a platform that does not hand out its release. Throws DevelopmentFailure. */
export async function requirePlatform(platform: string, ask: typeof fetch): Promise<void> {
  const url = `${platform}/h5/manifest.json`;
  const advice = 'Start one with npm start, or name another by --platform.';
  let answer: Response;
  try {
    answer = await ask(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN) });
  } catch (error) {
    const reason = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : error;
    throw new DevelopmentFailure('platform_unreachable', `No platform answers at ${platform} (${reason}). ${advice}`);
  }
  await answer.body?.cancel();
  if (!answer.ok) {
    throw new DevelopmentFailure('platform_unreachable', `${url} answered ${answer.status}. ${advice}`);
  }
}
