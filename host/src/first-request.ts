type FirstRequest = {
  readonly url: string;
  /** Whose session it was made with. */
  readonly token: string | null;
  readonly response: Promise<Response>;
};

declare global {
  interface Window {
    /** The request that the page made before its scripts were there: `route-preload.ts` of the gateway. */
    tesseraFirst?: FirstRequest | undefined;
  }
}

/** `fetch` that takes the page's first request once, where it is the one that is asked for, in the same session. */
export const fetchFirst: typeof fetch = (input, init) => {
  const first = window.tesseraFirst;
  const { url, headers } = input as Request;
  if (!first || first.url !== url || first.token !== headers.get('authorization')) return fetch(input, init);
  window.tesseraFirst = undefined;
  return first.response.catch(() => fetch(input, init));
};
