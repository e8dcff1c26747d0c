import { webViewsIn } from '@tessera/api/site/rules';

type WebViewOptions = {
  /** Origin of the backend. */
  readonly backend: string;
  readonly fetch: typeof fetch;
  /** Interval in ms. */
  readonly every: number;
};

export type WebViews = {
  /** Origins of other sites that the page may frame; those of the last response. */
  current(): readonly string[];
  /** Asks now. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
};

/** Follows the list of web views in the site configuration; none is framed before the backend responds. */
export function followWebViews({ backend, fetch: request, every }: WebViewOptions): WebViews {
  let origins: readonly string[] = [];
  async function refresh(): Promise<void> {
    try {
      const response = await request(`${backend}/api/getSiteConfig?lang=en`, { signal: AbortSignal.timeout(5_000) });
      const { message } = (await response.json()) as { readonly message?: { readonly web_views?: readonly string[] } };
      // Judged again, because it becomes part of a header.
      if (message?.web_views) origins = webViewsIn(message.web_views.join(' '));
    } catch {
      // The backend is down: the last list stays.
    }
  }
  void refresh();
  const timer = setInterval(refresh, every);
  timer.unref();
  return { current: () => origins, refresh, stop: () => clearInterval(timer) };
}
