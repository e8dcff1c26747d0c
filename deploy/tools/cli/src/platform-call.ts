import { UsageError } from './usage.ts';

/** The output of a public call of a platform. Throws a UsageError where it is rejected. */
export async function get<T>(
  origin: string,
  path: string,
  input: Readonly<Record<string, string | number>>,
): Promise<T> {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${origin}/api${path}?${query}`);
  if (!response.ok) throw new UsageError(`${origin} returned HTTP ${response.status}.`);
  const envelope = (await response.json()) as { type: string; message: unknown };
  if (envelope.type !== 'ok') throw new UsageError(`${origin}: ${String(envelope.message)}`);
  return envelope.message as T;
}
