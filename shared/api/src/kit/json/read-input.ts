import type * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import type { JsonCall } from './contract.ts';
import { hasBody } from './request.ts';

/** The parts of a request that an input is read from. */
export type JsonRequestParts = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

export type JsonReading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: string };

// These schemas carry no texts: without a locale every fault would read "Invalid input".
const { localeError } = en();

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Reads what arrived as the input of a call. `faults` names every field that is wrong, in English. */
export function readJsonInput<C extends JsonCall>(
  call: C,
  { params, query, body }: JsonRequestParts,
): JsonReading<z.output<C['input']>> {
  const parameters = fieldsOf(params);
  const sent = hasBody(call) ? body : fieldsOf(query);
  const raw = Object.keys(parameters).length > 0 ? { ...fieldsOf(sent), ...parameters } : sent;
  const result = call.input.safeParse(raw, { error: localeError });
  if (result.success) return { ok: true, value: result.data as z.output<C['input']> };
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return { ok: false, faults: faults.join('; ') };
}
