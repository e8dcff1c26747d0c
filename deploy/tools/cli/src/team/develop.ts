import { join } from 'node:path';
import { watchDescriptor } from '../develop/descriptor-watch.ts';
import { DevelopmentFailure } from '../develop/development-failure.ts';
import { grantSource, requireTaken } from '../develop/grant.ts';
import { overrideUrl } from '../develop/override-url.ts';
import { requirePlatform } from '../develop/platform.ts';
import { usablePort } from '../develop/usable-port.ts';
import { installedBuild } from './build.ts';
import type { Project } from './project.ts';

/** Interval in ms at which the grant is renewed; it holds three times as long. */
const RENEWS_EVERY = 5 * 60_000;

type Options = {
  /** 0: any free one. */
  readonly port: number;
  readonly token: string | undefined;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
};

/**
 * Serves a remote from its sources for pages of the platform, until the function that it resolves with is called. Rejects
 * with DevelopmentFailure.
 */
export async function develop(
  { dir, name, platform }: Project,
  { port, token, print, complain }: Options,
): Promise<() => Promise<void>> {
  await requirePlatform(platform, fetch);
  const { developmentServer } = await installedBuild(dir);
  const origin = `http://127.0.0.1:${await usablePort(port)}`;
  const override = { name, origin };
  const obtain = grantSource({
    platform,
    token,
    fetch,
    local: async () => {
      throw new DevelopmentFailure(
        'grant_missing',
        `Log in there with \`tessera login\`, or set TESSERA_TOKEN to a token with the right "preview" of ${name}.`,
      );
    },
  });
  let grant = await obtain(override);
  await requireTaken(overrideUrl(platform, grant, '/'), override, fetch);
  let path = '/';
  const opening = () => ({ page: overrideUrl(platform, grant, path), grant });
  const stop = await developmentServer(dir, Number(new URL(origin).port), [new URL(platform).hostname], opening);
  const renewing = setInterval(async () => {
    try {
      grant = await obtain(override);
    } catch (error) {
      complain(`The grant was not renewed: ${error instanceof Error ? error.message : error}`);
    }
  }, RENEWS_EVERY);
  const endWatch = watchDescriptor(join(dir, 'remote.json'), name, 'remote.json', (verdict) => {
    if ('faults' in verdict) {
      complain(`${verdict.faults}\n\nPages reject ${name} like this. It is served as soon as the faults are fixed.`);
      return;
    }
    path = verdict.descriptor.routes[0]?.path ?? '/';
    print(`
${name} runs from its sources, everything else as released at ${platform}.

  Open  ${origin}/open
  Stop  Ctrl-C
`);
  });
  return async () => {
    clearInterval(renewing);
    endWatch();
    await stop();
  };
}
