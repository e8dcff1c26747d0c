import type { Manifest } from '@tessera/releases';
import type { FastifyRequest } from 'fastify';
import { BASE } from './file-types.ts';

type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'url'>;

/** What programs and pages ask for, not people: missing there is missing. */
const OF_PROGRAMS =
  /^\/(?:(?:api|registry|realtime|internal|metrics|health|edge|sdk|\.well-known)(?:\/|$)|h5\/(?:assets|remotes|previews|app|gallery)(?:\/|$))/;
/** A name with an ending is a file's. */
const FILE = /\.\w+$/;
/** As the descriptors of remotes name their routes. */
const ROUTE = /^\/pages(?:\/[\w-]+)+$/;
/** Parameters of the page itself. Its screens read all others. */
const OF_THE_PAGE = ['override', 'preview'];

/** Whether a person opens the address in a browser. Browsers of before 2023 do not say that they navigate. */
function isNavigation({ method, headers }: Asked): boolean {
  const { accept = '', 'sec-fetch-mode': mode = 'navigate' } = headers;
  return method === 'GET' && mode === 'navigate' && accept.includes('text/html');
}

/**
 * Where an address leads that was typed or passed on without the `#` of the page, such as `/h5/pages/market/market?x=1`,
 * `/markets` or `/console/staff`: to the screen or the page that it means, on this origin. Undefined for requests of
 * programs and for files. A fragment is never sent: browsers add it to an address that has none.
 */
export function meantAddress(asked: Asked, release: Manifest | undefined): string | undefined {
  const [, written = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(asked.url) ?? [];
  // Everything that has arrived here can be decoded, see `leavesItsFolder`.
  const path = `/${decodeURIComponent(written).split('/').filter(Boolean).join('/')}`;
  if (!isNavigation(asked) || OF_PROGRAMS.test(path) || FILE.test(path)) return undefined;
  if (path.startsWith('/console/')) return `/console/${query}`;
  const below = path.replace(/^\/h5(?=\/|$)/, '');
  const tab = release?.remotes.find(({ name }) => `/${name}` === below)?.stable.tab?.path;
  const route = tab ?? (ROUTE.test(below) ? below : undefined);
  if (!route) return `${BASE}/${query}`;
  const ofScreen = new URLSearchParams(query);
  const ofPage = new URLSearchParams();
  for (const name of OF_THE_PAGE) {
    for (const value of ofScreen.getAll(name)) ofPage.append(name, value);
    ofScreen.delete(name);
  }
  const search = (parameters: URLSearchParams) => (parameters.size > 0 ? `?${parameters}` : '');
  return `${BASE}/${search(ofPage)}#${route}${search(ofScreen)}`;
}
