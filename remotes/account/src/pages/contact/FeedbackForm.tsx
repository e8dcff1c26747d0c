import { useSendFeedback } from '@tessera/api/content';
import { feedbackInput } from '@tessera/api/content/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, Stack, showToast } from '@tessera/ui';
import { TextArea, TextInput } from '@tessera/ui/forms';

export function FeedbackForm() {
  const t = useTexts('account');
  const form = useContractForm(feedbackInput, { initial: { email: '', title: '', content: '' } });
  const feedback = useSendFeedback({
    onDone() {
      showToast(t('feedback.sent'), 'success');
      form.reset();
    },
    onRejected: form.reject,
  });
  return (
    <Stack as="form" gap={2} onSubmit={form.submit(feedback.run)} noValidate>
      <TextInput
        label={t('feedback.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <TextInput label={t('feedback.subject')} {...form.field('title')} />
      <TextArea label={t('feedback.message')} {...form.field('content')} />
      <Button type="submit" size="l" block busy={feedback.busy}>
        {t('feedback.send')}
      </Button>
    </Stack>
  );
}
