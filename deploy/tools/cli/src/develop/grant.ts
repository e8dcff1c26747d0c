import { createRegistryClient, RegistryError } from '@tessera/registry-api';
import { ReleaseError, type ReleaseService } from '@tessera/releases';
import { DevelopmentFailure } from './development-failure.ts';

type Override = { readonly name: string; readonly origin: string };

/** Signs a grant to run a remote from an origin; its value of the parameter `override`. Rejects with DevelopmentFailure. */
export type ObtainGrant = (override: Override) => Promise<string>;

type Sources = {
  readonly platform: string;
  /** Token of a staff session on the platform; without one the keys of this machine sign. */
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
  /** The service with the keys of the data folder. */
  readonly local: () => Promise<Pick<ReleaseService, 'grantOverride'>>;
};

const ON_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Where grants come from: the registry of the platform, or the data folder of a platform on this machine. */
export function grantSource({ platform, token, fetch, local }: Sources): ObtainGrant {
  const sign = async (override: Override) => {
    if (token) {
      const registry = createRegistryClient({ origin: platform, fetch, token: () => token });
      return registry('POST /registry/override', override);
    }
    if (ON_THIS_MACHINE.includes(new URL(platform).hostname)) return (await local()).grantOverride(override);
    throw new DevelopmentFailure(
      'grant_missing',
      `${platform} runs remotes by grant only: set TESSERA_TOKEN to the token of a staff session there.`,
    );
  };
  return async (override) => {
    try {
      return (await sign(override)).grant;
    } catch (error) {
      if (!(error instanceof RegistryError || error instanceof ReleaseError)) throw error;
      throw new DevelopmentFailure('grant_missing', `${platform} gives no grant. ${error.message}`);
    }
  };
}

/** Rejects a platform whose page does not take the grant. Throws DevelopmentFailure. */
export async function requireTaken(url: string, { origin }: Override, ask: typeof fetch): Promise<void> {
  const response = await ask(url);
  await response.body?.cancel();
  if (response.headers.get('content-security-policy')?.includes(origin)) return;
  throw new DevelopmentFailure(
    'grant_rejected',
    `${new URL(url).origin} does not take the grant: it was started with another data folder (DATA_DIR), or runs no remote from a development server (DEVELOPER_TOOLS).`,
  );
}
