import type { LanguageCode } from '@tessera/bus';

/** A payload as form fields: what is absent is left out, a list repeats its key; `lang` goes with every request. */
export function formOf(payload: object, language: LanguageCode): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const each of values) if (each !== undefined && each !== null) form.append(name, String(each));
  }
  form.set('lang', language);
  return form;
}
