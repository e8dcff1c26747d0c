import { ApiError } from '@tessera/api';
import type { RuleFailure } from '@tessera/api/rules';
import { problemText, ruleText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { type FormEvent, useState } from 'react';

export type Values<F extends string> = Readonly<Record<F, string>>;

/** What is wrong with a field: a rule's failure, a text of the screen's own, or nothing. */
export type Check<F extends string> = (values: Values<F>) => RuleFailure | string | null;

export type FormField = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly error: string | null;
};

export type Form<F extends string> = {
  readonly values: Values<F>;
  readonly busy: boolean;
  /** To spread on an input. */
  readonly field: (name: F) => FormField;
  readonly onSubmit: (event: FormEvent) => void;
};

/**
 * A form of texts: the error of a field shows once it was left or the form was sent. What the server says of a field
 * stands at that field until something changes; anything else it says is a toast.
 */
export function useForm<F extends string>(
  initial: Values<F>,
  checks: Readonly<Record<NoInfer<F>, Check<NoInfer<F>>>>,
  send: (values: Values<F>) => Promise<void>,
): Form<F> {
  const [values, setValues] = useState(initial);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const names = Object.keys(initial) as F[];

  const problem = (name: F): string | null => {
    const failure = checks[name](values);
    return failure === null || typeof failure === 'string' ? failure : ruleText(failure);
  };
  const submit = async () => {
    setShown(new Set(names));
    if (busy || names.some(problem)) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const at = error instanceof ApiError ? error.field : undefined;
      if (at !== undefined && at in initial) setRefusals({ [at]: problemText(error) });
      else showToast(problemText(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    busy,
    field: (name) => ({
      value: values[name],
      onChange: (text) => {
        setValues((before) => ({ ...before, [name]: text }));
        setRefusals({});
      },
      onBlur: () => {
        if (values[name] !== '') setShown((before) => new Set(before).add(name));
      },
      error: refusals[name] ?? (shown.has(name) ? problem(name) : null),
    }),
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}
