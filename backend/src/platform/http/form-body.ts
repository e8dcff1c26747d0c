import { parse } from 'node:querystring';

const TEXT = Symbol('text of the form');

/** Reads a form, and keeps its text: the proof of a session is about it. */
export const parseForm = (text: string): Record<string, unknown> =>
  Object.assign(parse(text, '&', '=', { maxKeys: 0 }), { [TEXT]: text });

/** The text of a form as it arrived; null for any other body. */
export function textOf(body: unknown): string | null {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, TEXT) : null;
  return typeof text === 'string' ? text : null;
}
