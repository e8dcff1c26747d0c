import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors/codes.ts';
import type { Call } from './call.ts';

/** What is wrong with a payload, in the catalogue's terms: `errorText(code, language, { field, ...params })`. */
export type Problem = {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly params: Readonly<Record<string, string | number>>;
};

type Issue = z.core.$ZodIssue;

const known: ReadonlySet<string> = new Set(errorCodes);
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && known.has(value);

const sizeProblem = (issue: Issue & { code: 'too_small' | 'too_big' }): Pick<Problem, 'code' | 'params'> => {
  const text = issue.origin === 'string';
  if (issue.code === 'too_small') {
    return { code: text ? 'field_too_short' : 'field_too_small', params: { min: Number(issue.minimum) } };
  }
  return { code: text ? 'field_too_long' : 'field_too_large', params: { max: Number(issue.maximum) } };
};

const ofIssue = (issue: Issue): Pick<Problem, 'code' | 'params'> => {
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return sizeProblem(issue);
    case 'invalid_type':
      if (issue.expected === 'int') return { code: 'field_not_whole', params: {} };
      return { code: issue.expected === 'number' ? 'field_not_a_number' : 'invalid_field', params: {} };
    case 'invalid_value':
      return { code: 'field_unknown_choice', params: {} };
    case 'custom': {
      const code: unknown = issue.params?.code;
      const params: unknown = issue.params?.params;
      return isCode(code)
        ? { code, params: (params ?? {}) as Problem['params'] }
        : { code: 'invalid_field', params: {} };
    }
    default:
      return { code: 'invalid_field', params: {} };
  }
};

const blank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The first issue, told as a person needs it: a field that is not there is `field_required`, whatever it should be. */
export function problemOf(error: z.core.$ZodError, raw: unknown): Problem {
  const [issue] = error.issues;
  if (!issue) return { code: 'invalid_request', params: {} };
  const [field] = issue.path;
  if (typeof field !== 'string') return ofIssue(issue);
  const sent: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, field) : undefined;
  const missing = issue.code !== 'custom' || issue.params?.code === 'field_required';
  return blank(sent) && missing ? { code: 'field_required', field, params: {} } : { ...ofIssue(issue), field };
}

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** Reads what arrived (form fields or query) as the payload of a call. */
export function readPayload<C extends Call>(call: C, raw: unknown): Reading<z.output<C['payload']>> {
  const result = call.payload.safeParse(raw ?? {});
  return result.success
    ? { ok: true, value: result.data as z.output<C['payload']> }
    : { ok: false, problem: problemOf(result.error, raw) };
}
