import { chooseVersion } from './choose.ts';
import type { Manifest, ReleasedRemote, RemoteSlot } from './manifest.ts';

/** Name under which the host is published and released; no remote has it. */
export const HOST_NAME = 'host';

/**
 * The manifest as its readers see it: the slot of the host is in `host`. In the signed text it stands among the remotes, as
 * one without screens: so registries, gateways and pages of before the host was released by pointer read the same text.
 */
export function withHostSlot(manifest: Manifest): Manifest {
  const slot = manifest.remotes.find(({ name }) => name === HOST_NAME);
  if (!slot) return manifest;
  const { name: _name, ...versions } = slot;
  return {
    ...manifest,
    host: { version: slot.stable.version, ...versions },
    remotes: manifest.remotes.filter((other) => other !== slot),
  };
}

/** The slot of the host; undefined in a manifest of before it had one. */
export function hostSlot({ host }: Pick<Manifest, 'host'>): RemoteSlot | undefined {
  if (!host?.stable) return undefined;
  const { stable, ramp, previous } = host;
  return { name: HOST_NAME, stable, ...(ramp ? { ramp } : {}), ...(previous ? { previous } : {}) };
}

/** What a client tells the gateway of itself, in cookies: where it is in ramps of the host, and which hosts do not start here. */
export type HostCookie = 'bucket' | 'unfit';

/** Behind TLS with a prefix by which no neighbouring host plants one. Neither is a secret, nor tells clients apart. */
export const hostCookieName = (what: HostCookie, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}tessera_${what}`;

/** The value of such a cookie in a header `cookie`, or in `document.cookie`; empty if there is none. */
export function readHostCookie(cookies: string, what: HostCookie, isSecure: boolean): string {
  const start = `${hostCookieName(what, isSecure)}=`;
  return (
    cookies
      .split('; ')
      .find((each) => each.startsWith(start))
      ?.slice(start.length) ?? ''
  );
}

const BUCKET = /^\d{1,4}$/;

/** One of 10,000 that the gateway has drawn for this browser; undefined without one, or with another text in its place. */
export const bucketIn = (cookies: string, isSecure: boolean): string | undefined => {
  const value = readHostCookie(cookies, 'bucket', isSecure);
  return BUCKET.test(value) ? value : undefined;
};

/** The host of a client by its cookies; without a bucket it is outside of every ramp. One that did not start is avoided. */
export function chooseHost(slot: RemoteSlot, cookies: string, isSecure: boolean): ReleasedRemote {
  const bucket = bucketIn(cookies, isSecure);
  const unfit = readHostCookie(cookies, 'unfit', isSecure).split('~');
  const { ramp: _ramp, ...calm } = slot;
  return chooseVersion(bucket === undefined ? calm : slot, bucket ?? '', (reference) =>
    unfit.includes(reference.slice(HOST_NAME.length + 1)),
  );
}
