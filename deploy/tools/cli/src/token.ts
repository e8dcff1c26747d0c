import { UsageError } from './usage.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** ms within which a build server or a platform has to respond. */
const RESPONDS_WITHIN = 15_000;

async function readJson(response: Response, where: string): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(`${where} gives no token: HTTP ${response.status}.`);
  }
}

/** The token that GitHub issues to a run with the permission `id-token: write`, for a platform. */
async function ofGitHub(address: string, secret: string, platform: string, ask: typeof fetch): Promise<string> {
  const url = new URL(address);
  url.searchParams.set('audience', platform);
  const signal = AbortSignal.timeout(RESPONDS_WITHIN);
  const response = await ask(url, { headers: { authorization: `Bearer ${secret}` }, signal });
  const { value } = await readJson(response, 'GitHub');
  if (typeof value !== 'string') throw new UsageError(`GitHub gives no token: HTTP ${response.status}.`);
  return value;
}

/** The token of the run, as its build server issued it; undefined outside of one. */
async function identityToken(platform: string, env: Environment, ask: typeof fetch): Promise<string | undefined> {
  const { TESSERA_ID_TOKEN: own, ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  if (own) return own;
  return url && secret ? ofGitHub(url, secret, platform, ask) : undefined;
}

type Answer = { readonly type?: string; readonly message?: unknown };

/**
 * The token for calls of a platform's registry: `TESSERA_TOKEN`, or one of ten minutes for the OpenID token of a run of a
 * build server (`TESSERA_ID_TOKEN`, or what GitHub issues). Rejects with UsageError where there is none, or the platform
 * takes it not.
 */
export async function tokenFor(platform: string, env: Environment, ask: typeof fetch = fetch): Promise<string> {
  const { TESSERA_TOKEN: token, TESSERA_BINDING: binding } = env;
  if (token) return token;
  const identity = await identityToken(platform, env, ask);
  if (identity === undefined) {
    throw new UsageError(
      'TESSERA_TOKEN is missing: a token of a machine or of a staff session, with the right to this. In a run of a build server that the platform knows, TESSERA_ID_TOKEN is its OpenID token.',
    );
  }
  const response = await ask(`${platform}/api/staff/machines/exchange`, {
    method: 'POST',
    body: new URLSearchParams({ token: identity, ...(binding ? { binding } : {}) }),
    signal: AbortSignal.timeout(RESPONDS_WITHIN),
  });
  const { type, message } = (await readJson(response, platform)) as Answer;
  const given = type === 'ok' ? (message as { readonly token?: unknown }).token : undefined;
  if (typeof given === 'string') return given;
  throw new UsageError(`${platform} takes no token of this run: ${String(message)}`);
}
