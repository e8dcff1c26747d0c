import { api } from '@tessera/api';
import { checkEmail } from '@tessera/api/rules';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { useMutation } from '@tessera/query';
import { Button, showToast } from '@tessera/ui';
import { Field, TextInput } from '@tessera/ui/forms';
import { type FormEvent, useState } from 'react';
import styles from './ContactPage.module.css';

const EMPTY = { email: '', title: '', content: '' };
const LONGEST = { title: 100, content: 2_000 } as const;

const required = (text: string) => (text.trim() === '' ? ({ code: 'field_required' } as const) : null);

export function FeedbackForm() {
  const t = useTexts('account');
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const failures = {
    email: checkEmail(values.email.trim()),
    title: required(values.title),
    content: required(values.content),
  };
  const feedback = useMutation({
    mutationFn: () => api('POST /contactus', { ...values, email: values.email.trim() }),
    onSuccess() {
      setValues(EMPTY);
      setTried(false);
      showToast(t('feedback.sent'), 'success');
    },
    onError: (error) => showToast(problemText(error), 'error'),
  });
  const problem = (name: keyof typeof EMPTY) => {
    const failure = failures[name];
    return tried && failure ? ruleText(failure) : null;
  };
  const change = (name: keyof typeof EMPTY) => (text: string) => setValues((before) => ({ ...before, [name]: text }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(failures).every((failure) => failure === null)) feedback.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('feedback.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={values.email}
        onChange={change('email')}
        error={problem('email')}
      />
      <TextInput
        label={t('feedback.subject')}
        maxLength={LONGEST.title}
        value={values.title}
        onChange={change('title')}
        error={problem('title')}
      />
      <Field label={t('feedback.message')} error={problem('content')}>
        {(ids) => (
          <textarea
            {...ids}
            className={styles.message}
            maxLength={LONGEST.content}
            value={values.content}
            onChange={(event) => change('content')(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="l" block busy={feedback.isPending}>
        {t('feedback.send')}
      </Button>
    </form>
  );
}
