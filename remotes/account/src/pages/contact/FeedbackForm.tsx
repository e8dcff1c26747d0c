import { api } from '@tessera/api';
import { checkEmail } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { Button, showToast } from '@tessera/ui';
import { Field, TextInput } from '@tessera/ui/forms';
import { useForm } from '../../form/use-form.ts';
import styles from './ContactPage.module.css';

const LONGEST = { title: 100, content: 2_000 } as const;

const required = (text: string) => (text.trim() === '' ? ({ code: 'field_required' } as const) : null);

/** `onSent` empties the form: whoever shows it begins a new one. */
export function FeedbackForm({ onSent }: { readonly onSent: () => void }) {
  const t = useTexts('account');
  const form = useForm(
    { email: '', title: '', content: '' },
    {
      email: ({ email }) => checkEmail(email.trim()),
      title: ({ title }) => required(title),
      content: ({ content }) => required(content),
    },
    async ({ email, title, content }) => {
      await api('POST /contactus', { email: email.trim(), title: title.trim(), content: content.trim() });
      showToast(t('feedback.sent'), 'success');
      onSent();
    },
  );
  const message = form.field('content');
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={t('feedback.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <TextInput label={t('feedback.subject')} maxLength={LONGEST.title} {...form.field('title')} />
      <Field label={t('feedback.message')} error={message.error}>
        {(ids) => (
          <textarea
            {...ids}
            className={styles.message}
            maxLength={LONGEST.content}
            value={message.value}
            onChange={(event) => message.onChange(event.target.value)}
            onBlur={message.onBlur}
          />
        )}
      </Field>
      <Button type="submit" size="l" block busy={form.busy}>
        {t('feedback.send')}
      </Button>
    </form>
  );
}
