import { type JsonCall, type JsonHandlers, readJsonInput } from '@tessera/api/kit/json';
import { type RegistryContract, registryContract } from './contract.ts';
import { errorBody, type RegistryErrorCode, statusOfError } from './errors.ts';

/** Thrown by a handler of a fake registry; returned to the client in the format of the service. */
export class FakeRegistryError extends Error {
  readonly code: RegistryErrorCode;

  constructor(code: RegistryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type FakeHandlers = Partial<JsonHandlers<RegistryContract, undefined>>;

type Match = { readonly id: string; readonly call: JsonCall; readonly params: Readonly<Record<string, string>> };

function matchOf(method: string, pathname: string): Match | undefined {
  for (const [id, call] of Object.entries<JsonCall>(registryContract)) {
    const pattern = new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const found = call.method === method ? pattern.exec(pathname) : null;
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { id, call, params: Object.fromEntries(params) };
  }
  return undefined;
}

const failure = (code: RegistryErrorCode, message: string): Response =>
  Response.json(errorBody(code, message), { status: statusOfError(code) });

/**
 * A fake registry for tests of clients. Requests and responses are validated against the contract, so a client cannot
 * pass with a request that the service would reject.
 */
export async function fakeRegistry(handlers: FakeHandlers, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const match = matchOf(request.method, pathname);
  if (!match) return failure('not_found', 'There is no such call.');
  const text = await request.text();
  const input = readJsonInput(match.call, {
    params: match.params,
    query: Object.fromEntries(searchParams),
    body: text === '' ? undefined : JSON.parse(text),
  });
  if (!input.ok) return failure('bad_input', input.faults);
  const handler = handlers[match.id as keyof FakeHandlers] as ((value: unknown) => Promise<unknown>) | undefined;
  if (!handler) throw new Error(`unexpected call ${match.id}`);
  try {
    const output = match.call.output.parse(await handler(input.value));
    return output === undefined ? new Response(null, { status: 204 }) : Response.json(output);
  } catch (error) {
    if (error instanceof FakeRegistryError) return failure(error.code, error.message);
    throw error;
  }
}
