/** The node did not respond, or not with JSON-RPC: nothing is known. */
export class NodeUnreachable extends Error {
  override name = 'NodeUnreachable';
}

/** The node rejected a call; `code` and message are its own. */
export class NodeError extends Error {
  override name = 'NodeError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type RpcCall = { readonly method: string; readonly params?: readonly unknown[] };

/** JSON-RPC 2.0 over HTTP. Numbers of results are text, as the node wrote them: an amount is never a float. */
export type Rpc = {
  /** Rejects with NodeError what the node rejects, else with NodeUnreachable. */
  call<T>(method: string, params?: readonly unknown[]): Promise<T>;
  /** Many calls in one request, results in their order; a call that the node rejects is its NodeError. */
  batch<T>(calls: readonly RpcCall[]): Promise<readonly (T | NodeError)[]>;
};

export type RpcOptions = {
  /** ms until a node that says nothing counts as unreachable. */
  readonly within?: number;
};

const WITHIN = 4_000;
/** Bytes of a response. A block in words has tens of millions; strangers can have a node write more. */
const LONGEST = 128 * 1_048_576;
/** Most calls in one request; nodes limit them. */
const MOST_IN_BATCH = 100;

type Reply = {
  readonly id?: string | null;
  readonly result?: unknown;
  readonly error?: { readonly code?: string; readonly message?: string } | null;
};

type Source = { readonly source: string };

/** The text of a response. Throws where it is too long: this process would run out of memory. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > LONGEST) throw new NodeUnreachable(`the response of the node is longer than ${LONGEST} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Every number as the text that stood there. */
const readExactly = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, { source }: Source) =>
    typeof value === 'number' ? source : value) as (key: string, value: unknown) => unknown);

const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && ('result' in value || 'error' in value);

const errorOf = ({ error }: Reply): NodeError | null =>
  error ? new NodeError(Number(error.code ?? 0), error.message ?? 'the node gave no reason') : null;

/** Opens a node by its URL, `http://user:password@host:port/path`. Connects with the first call. */
export function openRpc(nodeUrl: string, { within = WITHIN }: RpcOptions = {}): Rpc {
  const url = new URL(nodeUrl);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const headers = {
    'content-type': 'application/json',
    ...(username && {
      authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
    }),
  };

  async function post(body: unknown): Promise<unknown> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(within),
      });
      // Bitcoin Core responds to a rejected call with HTTP 500 and a JSON-RPC error.
      const text = await textOf(response);
      if (!response.ok && !text.startsWith('{') && !text.startsWith('[')) {
        throw new NodeUnreachable(`the node responded with HTTP ${response.status}`);
      }
      return readExactly(text);
    } catch (error) {
      if (error instanceof NodeUnreachable) throw error;
      const { name, message, cause } = error as Error;
      const reason = name === 'TimeoutError' ? `it did not respond within ${within} ms` : message;
      // No URL in it: that may hold a password.
      throw new NodeUnreachable(cause instanceof Error ? `${reason} (${cause.message})` : reason, { cause: error });
    }
  }

  async function batch<T>(calls: readonly RpcCall[]): Promise<readonly (T | NodeError)[]> {
    if (calls.length > MOST_IN_BATCH) {
      return [...(await batch<T>(calls.slice(0, MOST_IN_BATCH))), ...(await batch<T>(calls.slice(MOST_IN_BATCH)))];
    }
    if (calls.length === 0) return [];
    const replies = await post(
      calls.map(({ method, params = [] }, index) => ({ jsonrpc: '2.0', id: String(index), method, params })),
    );
    if (!Array.isArray(replies)) throw new NodeUnreachable('the node does not take calls together');
    const byId = new Map(replies.filter(isReply).map((reply) => [reply.id, reply]));
    return calls.map((_, index) => {
      const reply = byId.get(String(index));
      if (!reply) throw new NodeUnreachable('the node left a call out');
      return errorOf(reply) ?? (reply.result as T);
    });
  }

  return {
    batch,
    async call<T>(method: string, params: readonly unknown[] = []) {
      const reply = await post({ jsonrpc: '2.0', id: '0', method, params });
      if (!isReply(reply)) throw new NodeUnreachable('the node did not respond with JSON-RPC');
      const error = errorOf(reply);
      if (error) throw error;
      return reply.result as T;
    },
  };
}
