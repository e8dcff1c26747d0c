import type { Media } from '@tessera/api/nft';
import { type SealKeys, seal, sealKeys, unseal } from '../../../platform/factor/seal.ts';
import type { Settings } from '../../../platform/settings.ts';
import { mediaPath } from './files.ts';

/*
 * Files that are not public are fetched by `<img>`, `<video>` and download links, which send no session: the address
 * carries a ticket instead. It names its user and one file, and ends; what the user may see is judged with each request.
 */

/** ms that an address of a file works after it was shown. */
const LASTS = 6 * 3_600_000;

export type Tickets = {
  /** The same media with addresses that open them to one user. */
  readonly forOwner: (media: unknown, userId: string, now: number) => unknown;
  /** The user to whom a ticket opens a file; null for one of another file, one that was altered, and one that is over. */
  readonly userOf: (name: string, ticket: string, now: number) => string | null;
};

const ownerOf = (name: string): string => `nft_media:${name}`;

export function createTickets(settings: Pick<Settings, 'factorKeys' | 'dataDir'>): Tickets {
  let keys: SealKeys | undefined;
  const read = (): SealKeys => {
    keys ??= sealKeys(settings);
    return keys;
  };
  return {
    forOwner(media, userId, now) {
      const { pictures, source, ...rest } = media as Media;
      const content = Buffer.from(`${userId}:${now + LASTS}`);
      const opened = (path: string): string => {
        if (!path.startsWith(mediaPath(''))) return path;
        const ticket = seal(read(), ownerOf(path.slice(mediaPath('').length)), content).toString('base64url');
        return `${path}?ticket=${ticket}`;
      };
      return {
        ...rest,
        pictures: pictures.map(({ width, webp, avif }) => ({
          width,
          webp: opened(webp),
          avif: avif === null ? null : opened(avif),
        })),
        source: source && { ...source, path: opened(source.path) },
      };
    },
    userOf(name, ticket, now) {
      try {
        const [userId = '', until] = unseal(read(), ownerOf(name), Buffer.from(ticket, 'base64url'))
          .toString()
          .split(':');
        return Number(until) > now ? userId : null;
      } catch {
        return null;
      }
    },
  };
}
