/** The node did not respond, or not as java-tron does: nothing is known. */
export class TronUnreachable extends Error {
  override name = 'TronUnreachable';
}

const WITHIN = 10_000;

/** A call of java-tron's HTTP API: `wallet/…` of the newest blocks, `walletsolidity/…` of those that stand for good. */
export type TronApi = <T>(path: `wallet/${string}` | `walletsolidity/${string}`, body?: object) => Promise<T>;

/**
 * Opens java-tron by the URL of its HTTP API, `http://host:8090`, which may hold a password. `walletsolidity` is asked at the
 * same URL: the full node serves it as well.
 */
export function openTron(nodeUrl: string): TronApi {
  const url = new URL(nodeUrl);
  const { username, password } = url;
  [url.username, url.password] = ['', ''];
  const base = url.href.replace(/\/$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(username && {
      authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
    }),
  };
  return async <T>(path: string, body: object = {}): Promise<T> => {
    try {
      const response = await fetch(`${base}/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(WITHIN),
      });
      const value: unknown = await response.json();
      // It responds to a call that failed inside with HTTP 200 and `Error`.
      if (!response.ok || typeof value !== 'object' || value === null || 'Error' in value) {
        throw new TronUnreachable(`the node responded with HTTP ${response.status} to ${path}`);
      }
      return value as T;
    } catch (error) {
      if (error instanceof TronUnreachable) throw error;
      // No URL in it: that may hold a password.
      throw new TronUnreachable(`${path}: ${(error as Error).message}`, { cause: error });
    }
  };
}
