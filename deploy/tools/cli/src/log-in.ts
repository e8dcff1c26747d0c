import { PlatformRefusal, platformReply } from './platform-reply.ts';
import type { SavedToken, SavedTokens } from './saved-tokens.ts';
import { UsageError } from './usage.ts';

type Options = {
  /** Origin. */
  readonly platform: string;
  /** Rights to ask for, one a line. */
  readonly rights: string;
  /** Name of this machine. */
  readonly host: string;
  readonly ask: typeof fetch;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly print: (text: string) => void;
};

/** Name of a machine's command line as the registry takes it. */
const nameOf = (host: string): string =>
  `cli-${host.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 40).replace(/-+$/, '');

/** All that a team does with a remote of its own, in whichever environment the platform is. */
export const rightsOfTeam = (remote: string): string =>
  ['publish', 'preview', 'ramp', 'release', 'rollback']
    .map((action) => `${action} ${remote} *${action === 'ramp' ? ' 100' : ''}`)
    .join('\n');

/**
 * Logs this machine in at a platform by RFC 8628: prints a code, and waits until a member has typed it on the staff page.
 * Rejects with UsageError where it is refused, or is not approved in time.
 */
export async function logIn({ platform, rights, host, ask, pause, print }: Options): Promise<SavedToken> {
  const begun = await platformReply(ask, platform, 'POST /staff/machines/login/begin', { name: nameOf(host), rights });
  print(`Open  ${platform}/staff/#/machines
Type  ${begun.code}

It asks for:
${rights.replaceAll(/^/gm, '  ')}

Waiting until it is approved there, for ten minutes …`);
  // Until the platform says that it is over: the clock of this machine may be wrong.
  for (;;) {
    await pause(begun.ask_every);
    const { state, token, expires_at } = await taken(ask, platform, begun.device_code);
    if (state === 'rejected') throw new UsageError('The log-in was refused on the staff page.');
    if (token !== null && expires_at !== null) return { token, expires_at };
  }
}

async function taken(ask: typeof fetch, platform: string, device_code: string) {
  try {
    return await platformReply(ask, platform, 'POST /staff/machines/login/take', { device_code });
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === 'session_invalid') {
      throw new UsageError(
        'The log-in was not approved in time, or its member was locked. Run it again for a new code.',
      );
    }
    throw error;
  }
}

/** Ends the token of this machine at a platform, and forgets it. Returns whether there was one. */
export async function logOut(platform: string, saved: SavedTokens, ask: typeof fetch): Promise<boolean> {
  const held = saved.of(platform);
  if (!held) return false;
  await platformReply(ask, platform, 'POST /staff/machines/end', { token: held.token });
  saved.keep(platform, undefined);
  return true;
}
