import type { LanguageCode } from '@tessera/bus';

/** An input as form fields: absent fields are left out, lists repeat their key; `lang` is added to every request. */
export function formOf(payload: object, language: LanguageCode): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const each of values) if (each !== undefined && each !== null) form.append(name, String(each));
  }
  form.set('lang', language);
  return form;
}
