import type * as z from 'zod/mini';
import type { Call } from './contract.ts';
import type { ErrorCode } from './errors/codes.ts';

/** Fault of an input, as an error code: `errorText(code, language, { field, ...params })`. */
export type Problem = {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly params: Readonly<Record<string, string | number>>;
};

type Issue = z.core.$ZodIssue;

/** The custom issues of our schemas carry a code of the catalogue; a test goes through all of them. */
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && /^[a-z_]+$/.test(value);

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

/** A field that is missing is `field_required`, whatever its type. */
function problemAt(issue: Issue, raw: unknown): Problem {
  const [field] = issue.path;
  if (typeof field !== 'string') return ofIssue(issue);
  const sent: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, field) : undefined;
  const missing = issue.code !== 'custom' || issue.params?.code === 'field_required';
  return blank(sent) && missing ? { code: 'field_required', field, params: {} } : { ...ofIssue(issue), field };
}

/** The first problem of an input that a schema rejected. */
export function problemOf(error: z.core.$ZodError, raw: unknown): Problem {
  const [issue] = error.issues;
  return issue ? problemAt(issue, raw) : { code: 'invalid_request', params: {} };
}

/** The first problem of each field, for a form that shows all of them at once. */
export function problemsOf(error: z.core.$ZodError, raw: unknown): Readonly<Record<string, Problem>> {
  const problems = error.issues.map((issue) => problemAt(issue, raw)).reverse();
  return Object.fromEntries(problems.flatMap((problem) => (problem.field ? [[problem.field, problem]] : [])));
}

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** Reads what arrived (form fields or query) as the input of a call. */
export function readInput<C extends Call>(call: C, raw: unknown): Reading<z.output<C['input']>> {
  const result = call.input.safeParse(raw ?? {});
  return result.success
    ? { ok: true, value: result.data as z.output<C['input']> }
    : { ok: false, problem: problemOf(result.error, raw) };
}
