import type { JsonCall } from './contract.ts';

const PARAMETER = /:([A-Za-z]+)/g;

/** Whether the input travels in the body; otherwise it is in the query. */
export const hasBody = ({ method }: Pick<JsonCall, 'method'>): boolean => method === 'POST' || method === 'PUT';

/** URL and body of a call. Fields that are undefined are left out. */
export function jsonRequest(
  call: JsonCall,
  input: object,
): { readonly method: string; readonly path: string; readonly body?: string } {
  const rest: Record<string, unknown> = { ...input };
  const path = call.path.replace(PARAMETER, (_whole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (hasBody(call)) return { method: call.method, path, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  return { method: call.method, path: query.size > 0 ? `${path}?${query}` : path };
}
