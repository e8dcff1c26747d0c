import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn, logOut, rightsOfTeam } from './log-in.ts';
import { savedTokens } from './saved-tokens.ts';
import { UsageError } from './usage.ts';

type Options = {
  /** Origin. */
  readonly platform: string;
  /** The remote that rights are asked for where none are named. Throws UsageError for none. */
  readonly remote: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
};

/** `login`: keeps a token of twelve hours on this machine once a member has approved it. */
export async function logInCommand(args: readonly string[], { platform, remote, env, print }: Options): Promise<void> {
  const [flag, given, ...more] = args;
  if (flag !== undefined && (flag !== '--rights' || !given || more.length > 0)) {
    throw new UsageError('login takes --rights "publish raffle production, …", and nothing else.');
  }
  const rights = given?.split(/[,\n]/).map((right) => right.trim()) ?? [rightsOfTeam(remote())];
  const asked = { platform, rights: rights.join('\n'), host: hostname(), ask: fetch, pause, print };
  const token = await logIn(asked);
  savedTokens(env).keep(platform, token);
  print(`Logged in at ${platform} until ${new Date(token.expires_at).toLocaleString()}.`);
}

/** `logout`: ends that token at once. */
export async function logOutCommand({ platform, env, print }: Omit<Options, 'remote'>): Promise<void> {
  const ended = await logOut(platform, savedTokens(env), fetch);
  print(ended ? `Logged out at ${platform}.` : `You were not logged in at ${platform}.`);
}
