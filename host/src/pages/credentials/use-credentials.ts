import { ApiError } from '@tessera/api';
import type { RuleFailure } from '@tessera/api/rules';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { type FormEvent, useState } from 'react';

/** A check per field: why its value is refused, or null. `differ` is the failure of a repeated password. */
export type Checks<F extends string> = Readonly<
  Record<F, (values: Readonly<Record<F, string>>) => RuleFailure | { readonly code: 'differ' } | null>
>;

export type Credentials<F extends string> = {
  readonly values: Readonly<Record<F, string>>;
  readonly busy: boolean;
  /** Value, change and error of one field, to spread on an input. */
  field(name: F): { value: string; onChange(text: string): void; onBlur(): void; error: string | null };
  /** Whether a field is right, whatever is shown. */
  isRight(name: F): boolean;
  onSubmit(event: FormEvent): void;
};

/**
 * A form of credentials: errors of a field show once it was left or the form was sent; what the server says of a
 * field stands at that field until it is changed, anything else is a toast.
 */
export function useCredentials<F extends string>(
  initial: Readonly<Record<F, string>>,
  checks: Checks<NoInfer<F>>,
  send: (values: Readonly<Record<F, string>>) => Promise<void>,
): Credentials<F> {
  const t = useTexts('host');
  const [values, setValues] = useState(initial);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const names = Object.keys(initial) as F[];

  const own = (name: F): string | null => {
    const failure = checks[name](values);
    if (!failure) return null;
    return failure.code === 'differ' ? t('credentials.differ') : ruleText(failure as RuleFailure);
  };
  const submit = async () => {
    setShown(new Set(names));
    if (busy || names.some((name) => own(name))) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const at = error instanceof ApiError ? error.field : undefined;
      if (at && at in initial) setRefusals({ [at]: problemText(error) });
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
      onBlur: () => values[name] !== '' && setShown((before) => new Set(before).add(name)),
      error: refusals[name] ?? (shown.has(name) ? own(name) : null),
    }),
    isRight: (name) => !checks[name](values),
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}
