import { GUEST_LENGTH, useAskForCode } from '@tessera/api/support';
import { guestInput } from '@tessera/api/support/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, Card, Heading, LogInButton, Stack } from '@tessera/ui';
import { TextArea, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';

/** A guest whose code does not arrive. What is shown is the same whether there is an account. */
export function GuestForm() {
  const t = useTexts('community/support');
  const [reference, setReference] = useState<string | null>(null);
  const form = useContractForm(guestInput, { initial: { user_string: '', text: '' }, required: ['user_string'] });
  const ask = useAskForCode({ onDone: (done) => setReference(done.reference), onRejected: form.reject });
  if (reference !== null) {
    return (
      <Card as="div" gap={3}>
        <Stack gap={3} role="status">
          <Heading size={16}>{t('guest.sent')}</Heading>
          <p>{t('guest.sentText', { reference })}</p>
        </Stack>
        <Button to={screenUrl('/pages/help/help')} variant="secondary">
          {t('help.all')}
        </Button>
      </Card>
    );
  }
  return (
    <Stack as="form" gap={3} onSubmit={form.submit((input) => ask.run({ ...input, scene: 'login' }))} noValidate>
      <Heading size={16}>{t('guest.title')}</Heading>
      <p>{t('guest.lead')}</p>
      <TextInput
        label={t('guest.contact')}
        autoComplete="username"
        autoCapitalize="none"
        {...form.field('user_string')}
      />
      <TextArea label={t('guest.message')} maxLength={GUEST_LENGTH} {...form.field('text')} />
      <Button type="submit" size="l" block busy={ask.busy}>
        {t('ticket.send')}
      </Button>
      <LogInButton variant="ghost" />
    </Stack>
  );
}
