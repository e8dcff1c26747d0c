import proxy from '@fastify/http-proxy';
import type { Descriptor } from '@tessera/releases';
import type { FastifyInstance } from 'fastify';
import { BASE } from './file-routes.ts';
import type { ShellSource } from './shell-source.ts';

/** Version of whatever a development server serves. */
const VERSION = 'dev';

export type DevelopmentServers = {
  /** Origin of the host's development server. */
  readonly host: string;
  readonly remotes: readonly { readonly descriptor: Descriptor; readonly origin: string }[];
};

/** Every remote from its development server. */
export const developmentManifest = ({ remotes }: DevelopmentServers) => ({
  schema: 1,
  epoch: 1,
  issuedAt: 0,
  host: null,
  remotes: remotes.map(({ descriptor }) => ({
    ...descriptor,
    version: VERSION,
    entry: `remotes/${descriptor.name}/${VERSION}/remoteEntry.js`,
  })),
});

/** The page as the host's development server has it now. */
export const developmentShell =
  ({ host }: DevelopmentServers) =>
  async (): Promise<ShellSource | undefined> => {
    const answer = await fetch(`${host}${BASE}/`).catch(() => undefined);
    return answer?.ok ? { template: await answer.text(), home: [] } : undefined;
  };

/** Passes file requests on to the development servers. */
export const developmentFiles =
  ({ host, remotes }: DevelopmentServers) =>
  async (gateway: FastifyInstance): Promise<void> => {
    for (const { descriptor, origin } of remotes) {
      const prefix = `${BASE}/remotes/${descriptor.name}/${VERSION}`;
      await gateway.register(proxy, { upstream: origin, prefix, rewritePrefix: '/', httpMethods: ['GET', 'HEAD'] });
    }
    // Everything else below the base belongs to the host; its page is answered before, with the manifest in it.
    await gateway.register(proxy, {
      upstream: host,
      prefix: BASE,
      rewritePrefix: BASE,
      routes: ['/*'],
      httpMethods: ['GET', 'HEAD'],
    });
  };
