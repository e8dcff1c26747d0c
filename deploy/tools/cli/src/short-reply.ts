import { UsageError } from './usage.ts';

/** ms within which a service has to respond. */
const RESPONDS_WITHIN = 15_000;
/** Bytes of a reply at most. */
const MOST_BYTES = 100_000;

/** Asks a service for a short JSON object. Rejects with UsageError, which names the service, where it gives none. */
export async function shortReply(
  ask: typeof fetch,
  url: string | URL,
  where: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  let response: Response;
  let text: string;
  try {
    response = await ask(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(RESPONDS_WITHIN) });
    text = await response.text();
  } catch (error) {
    const reason = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : error;
    throw new UsageError(`${where} cannot be reached: ${reason}.`);
  }
  try {
    const body: unknown = text.length > MOST_BYTES ? null : JSON.parse(text);
    if (body !== null && typeof body === 'object')
      return { status: response.status, body: body as Record<string, unknown> };
  } catch {
    // Not JSON.
  }
  throw new UsageError(`${where} gives no token: HTTP ${response.status}.`);
}
