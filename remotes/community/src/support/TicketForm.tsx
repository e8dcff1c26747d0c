import { useUserInfo } from '@tessera/api/identity';
import { MESSAGE_LENGTH, useOpenTicket } from '@tessera/api/support';
import { ticketInput } from '@tessera/api/support/inputs';
import { randomUuid } from '@tessera/device';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Stack, showToast } from '@tessera/ui';
import { TextArea, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';

/** `address` is the masked one of the account; without one the user names where the reply goes. */
function Form({ address }: { readonly address: string | null }) {
  const t = useTexts('community/support');
  const open = useOpenScreen();
  // One id for one ticket, however often it is sent.
  const [client_id, setClientId] = useState(randomUuid);
  const form = useContractForm(ticketInput, { initial: { client_id, email: '', title: '', text: '' } });
  const ticket = useOpenTicket({
    onDone({ id, reference }) {
      showToast(t('ticket.sent', { reference }), 'success');
      form.reset();
      setClientId(randomUuid());
      open(screenUrl('/pages/kf/mail', { id }));
    },
    onRejected: form.reject,
  });
  return (
    <Stack as="form" gap={3} onSubmit={form.submit((input) => ticket.run({ ...input, client_id }))} noValidate>
      {address === null ? (
        <>
          <p>{t('ticket.lead')}</p>
          <TextInput
            label={t('ticket.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...form.field('email')}
          />
        </>
      ) : (
        <p>{t('ticket.leadTo', { address })}</p>
      )}
      <TextInput label={t('ticket.subject')} {...form.field('title')} />
      <TextArea label={t('ticket.message')} maxLength={MESSAGE_LENGTH} {...form.field('text')} />
      <Button type="submit" size="l" block busy={ticket.busy}>
        {t('ticket.send')}
      </Button>
    </Stack>
  );
}

/** A ticket of a signed-in user; the reply goes to the address of the account where it has one. */
export function TicketForm() {
  const { data, isPending } = useUserInfo();
  return isPending ? null : <Form address={data?.email ?? null} />;
}
