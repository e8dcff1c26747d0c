import { type PublishedSdk, type ReleaseStore, sdkFile, sdkVersions } from '@tessera/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keptFiles } from './kept-files.ts';
import type { Clock } from './look-up.ts';
import { limitUnderWay } from './under-way.ts';

/** ms for which the list of versions counts; a version that was just published is found after it. */
const LIST_HOLDS = 2_000;
/** Requests under way; a response that its client does not read holds a place. */
const UNDER_WAY = 256;
/** Seconds for which programs keep the description of a package. */
const FRESH = 60;

export type SdkSource = {
  /** Newest first. */
  readonly versions: () => Promise<readonly PublishedSdk[]>;
  readonly file: (index: PublishedSdk, file: string) => Promise<Uint8Array | undefined>;
};

export const sdkOfStore = (store: Pick<ReleaseStore, 'storage' | 'keys'>): SdkSource => ({
  versions: () => sdkVersions(store),
  file: (index, file) => sdkFile(store, index, file),
});

type Named = { readonly Params: { readonly name: string } };
type File = { readonly Params: { readonly name: string; readonly file: string } };

type Options = {
  readonly sdk: SdkSource;
  /** Of the platform, `https://host`; without it that of each request. */
  readonly origin?: string | undefined;
  readonly now?: Clock;
};

/** Once for all who ask at a time, and again after `LIST_HOLDS`. */
function heldList(read: () => Promise<readonly PublishedSdk[]>, now: Clock) {
  let held: { readonly at: number; readonly list: Promise<readonly PublishedSdk[]> } | undefined;
  return () => {
    if (held && now() - held.at < LIST_HOLDS) return held.list;
    const list = read();
    const own = { at: now(), list };
    held = own;
    list.catch(() => {
      if (held === own) held = undefined;
    });
    return list;
  };
}

/**
 * Serves the SDK as an npm registry of the scope `@tessera`, below `/sdk/`: `@tessera:registry=https://host/sdk/` in `.npmrc`
 * is all that npm, pnpm and yarn need. `/sdk/` itself says how a team begins.
 */
export const serveSdk = (gateway: FastifyInstance, options: Options): Promise<void> =>
  Promise.resolve(gateway.register(async (scope) => routeSdk(scope, options)));

function routeSdk(gateway: FastifyInstance, { sdk, origin, now = () => performance.now() }: Options): void {
  limitUnderWay(gateway, UNDER_WAY, { error: 'too_many' });
  const versions = heldList(sdk.versions, now);
  const tarballs = keptFiles(async (path) => {
    const [version = '', file = ''] = path.split('/');
    const index = (await versions()).find((each) => each.version === version);
    return index && sdk.file(index, file);
  }, now);
  const originOf = (request: FastifyRequest) => origin ?? `${request.protocol}://${request.host}`;

  gateway.get('/sdk/', async (request, reply) => {
    const list = await versions();
    const at = originOf(request);
    reply.header('cache-control', 'no-store');
    if (list.length === 0) return reply.code(404).send({ error: 'sdk_missing' });
    return {
      versions: list.map(({ version }) => version),
      start: `npm exec --yes --@tessera:registry=${at}/sdk/ -- @tessera/cli init <name> --at ${at}`,
    };
  });

  /** What npm asks first: every version of a package, and which is the newest. */
  const describe = async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<unknown> => {
    const at = originOf(request);
    const found = (await versions()).flatMap(({ version, at: time, packages }) => {
      const each = packages.find((every) => every.name === name);
      return each ? [{ version, time, each }] : [];
    });
    if (found.length === 0) return reply.callNotFound();
    reply.header('cache-control', `public, max-age=${FRESH}`);
    return {
      name,
      'dist-tags': { latest: found[0]?.version },
      time: Object.fromEntries(found.map(({ version, time }) => [version, new Date(time).toISOString()])),
      versions: Object.fromEntries(
        found.map(({ version, each: { file, integrity, shasum, manifest } }) => [
          version,
          {
            ...manifest,
            dist: { integrity, shasum, tarball: `${at}/sdk/${name}/-/${file}` },
          },
        ]),
      ),
    };
  };
  // npm writes the slash of a scope as %2f.
  gateway.get<Named>('/sdk/:name', (request, reply) => describe(request, reply, request.params.name));
  gateway.get<Named>('/sdk/@tessera/:name', (request, reply) =>
    describe(request, reply, `@tessera/${request.params.name}`),
  );

  gateway.get<File>('/sdk/@tessera/:name/-/:file', async (request, reply) => {
    const { name, file } = request.params;
    const index = (await versions()).find(({ packages }) =>
      packages.some((each) => each.name === `@tessera/${name}` && each.file === file),
    );
    const content = index && (await tarballs(`${index.version}/${file}`));
    if (!content) return reply.callNotFound();
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(content);
  });
}
