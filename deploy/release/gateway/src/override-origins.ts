import { acceptGrant, type PublicKey } from '@tessera/releases';

/** Maximum number of overrides per page. */
const AT_MOST = 10;

/**
 * Origins of the development servers that the grants in a page's URL (`?override=<grant>`) name: the page may run
 * scripts from these besides its own. What is no valid grant at `now` (Unix ms) is left out, and the page rejects it.
 */
export async function overriddenOrigins(
  url: string,
  keys: readonly PublicKey[],
  now: number,
): Promise<readonly string[]> {
  const query = url.split('?')[1];
  if (!query) return [];
  const texts = new URLSearchParams(query).getAll('override').slice(0, AT_MOST);
  const origins = await Promise.all(
    texts.map((text) =>
      acceptGrant(text, { keys, now }).then(
        ({ override }) => [override.origin],
        () => [],
      ),
    ),
  );
  return [...new Set(origins.flat())];
}
