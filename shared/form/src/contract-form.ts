import { ApiError } from '@tessera/api';
import { type Problem, problemsOf } from '@tessera/api/kit/problem';
import { bus } from '@tessera/bus';
import { problemText, ruleText } from '@tessera/i18n';
import { type FormEvent, useRef, useState } from 'react';
import { type DefaultValues, type Path, type PathValue, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useFirstError } from './first-error.ts';

type Values = Readonly<Record<string, string | number | boolean>>;
type NameOf<V> = keyof V & string;
/** Fields whose value is text, for the inputs that take one. */
type TextName<V> = { [K in NameOf<V>]: V[K] extends string ? K : never }[NameOf<V>];

/** To spread on an input. */
export type FormField = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** In the reader's language; null while there is none to show. */
  readonly error: string | null;
};

export type ContractForm<V, I> = {
  readonly values: V;
  readonly field: (name: TextName<V>) => FormField;
  readonly set: <K extends NameOf<V>>(name: K, value: V[K]) => void;
  /** True when nothing is wrong with the field, whatever is shown. */
  readonly isValid: (name: NameOf<V>) => boolean;
  /** `onSubmit` of the form: passes on a valid input as the schema reads it, else shows what is wrong. */
  readonly submit: (send: (input: I) => void) => (event: FormEvent) => void;
  /** `onRejected` of the command: the error is shown at the field that it names, else as `problem` of the form. */
  readonly reject: (error: unknown) => void;
  /** Why the form was rejected as a whole, until a value changes; null where the screen shows it in a toast. */
  readonly problem: string | null;
  /** Back to the initial values, with no error shown. */
  readonly reset: () => void;
};

/** The schema of what a form passes on. */
export type FormSchema<I> = z.ZodMiniType<I>;

type Options<V> = {
  readonly initial: V;
  /** Fields that the call leaves optional and this screen asks for. */
  readonly required?: readonly NameOf<V>[];
  /** The input that these values stand for, where it is not the values themselves. */
  readonly toInput?: (values: V) => object;
  /** Texts of this screen's own rules; those that every screen has unless given. */
  readonly wording?: (problem: Problem) => string;
  /** The screen shows `problem` itself; without this a rejection that names no field of the screen is a toast. */
  readonly inline?: boolean;
};

const SERVER = 'server';

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/**
 * A form whose rules are the input schema of a call. The error of a field shows once the field was left or the form
 * was submitted. An error that the server returns for a field stays until a value changes.
 *
 *     const form = useContractForm(changePasswordInput, { initial: { old_password: '', … } });
 *     const change = useChangePassword({ onDone: …, onRejected: form.reject });
 *     <form onSubmit={form.submit(change.run)}><PasswordInput {...form.field('old_password')} />
 */
export function useContractForm<V extends Values, S extends z.ZodMiniType>(
  schema: S,
  { initial, required = [], toInput = (values) => values, wording = ruleText, inline = false }: Options<V>,
): ContractForm<V, z.output<S>> {
  const read = (values: V) => {
    const raw = toInput(values);
    const parsed = schema.safeParse(raw);
    const problems: Record<string, Problem> = parsed.success ? {} : { ...problemsOf(parsed.error, raw) };
    for (const name of required) if (isBlank(values[name])) problems[name] = { code: 'field_required', params: {} };
    return { input: parsed.data, problems };
  };
  const form = useForm<V>({
    defaultValues: initial as DefaultValues<V>,
    // The schema is read on every change below; react-hook-form asks for it when the form is submitted.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (values) => {
      const errors = Object.entries(read(values).problems).map(([name, { code }]) => [name, { type: code }]);
      return errors.length > 0 ? { values: {}, errors: Object.fromEntries(errors) } : { values, errors: {} };
    },
  });
  const { errors, touchedFields, isSubmitted } = form.formState;
  const values = form.watch();
  const { problems } = read(values);
  const [problem, setProblem] = useState<string | null>(null);
  /** Fields that the screen shows: an error elsewhere would not be seen. */
  const shown = useRef(new Set<string>());
  shown.current = new Set();
  const lookAtErrors = useFirstError();

  const write = (name: string, value: unknown, shouldTouch = false) =>
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldTouch });
  const set = <K extends NameOf<V>>(name: K, value: V[K]): void => {
    form.clearErrors();
    setProblem(null);
    write(name, value);
  };
  const errorOf = (name: string): string | null => {
    const error = (errors as Readonly<Record<string, { readonly type?: unknown; readonly message?: unknown }>>)[name];
    if (error?.type === SERVER) return String(error.message);
    const problem = problems[name];
    const judged = isSubmitted || Boolean((touchedFields as Readonly<Record<string, unknown>>)[name]);
    return problem && judged ? wording(problem) : null;
  };
  return {
    values,
    field(name) {
      shown.current.add(name);
      const value = values[name] as string;
      return {
        value,
        onChange: (text) => set(name, text as V[typeof name]),
        onBlur: () => {
          if (value !== '') write(name, value, true);
        },
        error: errorOf(name),
      };
    },
    set,
    isValid: (name) => problems[name] === undefined,
    submit: (send) => (event) => {
      setProblem(null);
      const place = event.currentTarget as HTMLElement;
      let wrong = false;
      const handle = form.handleSubmit(
        (submitted) => send(read(submitted as V).input as z.output<S>),
        () => {
          wrong = true;
        },
      );
      void handle(event).then(() => wrong && lookAtErrors(place));
    },
    reject(error) {
      const at = error instanceof ApiError ? error.field : undefined;
      if (at !== undefined && shown.current.has(at)) {
        form.setError(at as Path<V>, { type: SERVER, message: problemText(error) });
        lookAtErrors();
      } else if (inline) {
        setProblem(problemText(error));
      } else {
        bus.request('toast', { text: problemText(error), tone: 'error' });
      }
    },
    problem,
    reset() {
      setProblem(null);
      form.reset(initial as DefaultValues<V>);
    },
  };
}
