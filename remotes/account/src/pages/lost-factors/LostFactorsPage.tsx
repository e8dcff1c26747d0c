import { useReportLostFactors } from '@tessera/api/support';
import { lostFactorsInput } from '@tessera/api/support/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, EmptyState, Page, Stack, Text } from '@tessera/ui';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from './LostFactorsPage.module.css';

const STEPS = ['check', 'wait', 'end'] as const;

/** For owners who lost second factor and recovery codes: what follows, and the report to customer service. */
export default function LostFactorsPage() {
  const t = useTexts('account');
  const [reference, setReference] = useState<string | null>(null);
  const form = useContractForm(lostFactorsInput, {
    initial: { user_string: '', password: '', text: '' },
    required: ['user_string', 'password'],
    toInput: ({ text, ...values }) => ({ ...values, ...(text.trim() !== '' && { text }) }),
  });
  const report = useReportLostFactors({
    onDone: (done) => setReference(done.reference),
    onRejected: form.reject,
  });
  const title = t('routes.setting.lostFactors');
  if (reference !== null) {
    return (
      <Page title={title} back>
        <EmptyState
          illustration="shield"
          title={t('lostFactors.sent')}
          text={t('lostFactors.sentText', { reference })}
        />
      </Page>
    );
  }
  return (
    <Page title={title} back>
      <Stack as="form" gap={2} page onSubmit={form.submit((input) => report.run(input))} noValidate>
        <Text size="inherit" below={2}>
          {t('lostFactors.lead')}
        </Text>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(`lostFactors.${step}`)}</li>
          ))}
        </ol>
        <TextInput label={t('unfreeze.account')} autoComplete="username" {...form.field('user_string')} />
        <PasswordInput
          label={t('security.loginPassword')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <TextInput label={t('lostFactors.text')} {...form.field('text')} />
        <Button type="submit" size="l" block busy={report.busy}>
          {t('lostFactors.button')}
        </Button>
      </Stack>
    </Page>
  );
}
