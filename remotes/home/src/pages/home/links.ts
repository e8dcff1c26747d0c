import { asScreenUrl, type ScreenUrl, screenUrl } from '@tessera/router';

type Content = { readonly id: string; readonly link: string | null };

/** Where an item of content leads: into the app, out through the web view, or to its own text. */
export function contentLink({ id, link }: Content): ScreenUrl {
  if (link === null) return screenUrl('/pages/common/article', { id });
  return asScreenUrl(link) ?? screenUrl('/pages/common/webView', { url: link });
}
