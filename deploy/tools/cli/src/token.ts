import { platformReply } from './platform-reply.ts';
import { type SavedTokens, savedTokens } from './saved-tokens.ts';
import { shortReply } from './short-reply.ts';
import { UsageError } from './usage.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The token that GitHub issues to a run with the permission `id-token: write`, for a platform. */
async function ofGitHub(address: string, secret: string, platform: string, ask: typeof fetch): Promise<string> {
  const url = new URL(address);
  url.searchParams.set('audience', platform);
  const { status, body } = await shortReply(ask, url, 'GitHub', { headers: { authorization: `Bearer ${secret}` } });
  if (typeof body.value !== 'string') throw new UsageError(`GitHub gives no token: HTTP ${status}.`);
  return body.value;
}

/** The token of the run, as its build server issued it; undefined outside of one. */
async function identityToken(platform: string, env: Environment, ask: typeof fetch): Promise<string | undefined> {
  const { TESSERA_ID_TOKEN: own, ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  if (own) return own;
  return url && secret ? ofGitHub(url, secret, platform, ask) : undefined;
}

/**
 * The token for calls of a platform's registry: `TESSERA_TOKEN`; or one of ten minutes for the OpenID token of a run of a
 * build server (`TESSERA_ID_TOKEN`, or what GitHub issues); or that of a log-in on this machine. Rejects with UsageError
 * where there is none, or the platform takes it not.
 */
export async function tokenFor(
  platform: string,
  env: Environment,
  { ask = fetch, saved = savedTokens(env) }: { readonly ask?: typeof fetch; readonly saved?: SavedTokens } = {},
): Promise<string> {
  const { TESSERA_TOKEN: token, TESSERA_BINDING: binding } = env;
  if (token) return token;
  const identity = await identityToken(platform, env, ask);
  if (identity !== undefined) {
    const exchange = { token: identity, ...(binding ? { binding } : {}) };
    return (await platformReply(ask, platform, 'POST /staff/machines/exchange', exchange)).token;
  }
  const loggedIn = saved.of(platform);
  if (loggedIn) return loggedIn.token;
  throw new UsageError(
    `You are not logged in at ${platform}: run \`tessera login\`. A run of a build server that the platform knows has its OpenID token in TESSERA_ID_TOKEN, a machine its token in TESSERA_TOKEN.`,
  );
}
