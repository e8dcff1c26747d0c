import type { ErrorCode } from './codes.ts';
import { type FieldLabel, labelOf } from './field-labels.ts';

export type ErrorTexts = {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly fields: Readonly<Record<FieldLabel, string>>;
};

/** `field` is the payload's name of it; the text shows its label. Other values are shown as they are. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** Shown for a placeholder without a value. */
const NOTHING = '–';

export function formatError(texts: ErrorTexts, code: ErrorCode, params: ErrorParams = {}): string {
  return texts.errors[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return name === 'field' ? texts.fields.parameter : NOTHING;
    return name === 'field' ? texts.fields[labelOf(String(value), texts.fields)] : String(value);
  });
}
