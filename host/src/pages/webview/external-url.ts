/** The address to show, if it is one that may be shown: https, and not of this origin. */
export function externalUrl(raw: string | null, origin: string): URL | null {
  if (!raw || !URL.canParse(raw)) return null;
  const url = new URL(raw);
  return url.protocol === 'https:' && url.origin !== origin && !url.username ? url : null;
}
