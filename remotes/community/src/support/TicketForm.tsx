import { useUserInfo } from '@tessera/api/identity';
import { MESSAGE_LENGTH, useOpenTicket } from '@tessera/api/support';
import { ticketInput } from '@tessera/api/support/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, showToast } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { MessageField } from './MessageField.tsx';
import styles from './Support.module.css';

const newId = (): string => crypto.randomUUID();

function Form({ email }: { readonly email: string }) {
  const t = useTexts('support');
  const open = useOpenScreen();
  // One id for one ticket, however often it is sent.
  const [client_id, setClientId] = useState(newId);
  const form = useContractForm(ticketInput, { initial: { client_id, email, title: '', text: '' } });
  const ticket = useOpenTicket({
    onDone({ id, reference }) {
      showToast(t('ticket.sent', { reference }), 'success');
      form.reset();
      setClientId(newId());
      open(screenUrl('/pages/kf/mail', { id }));
    },
    onRejected: form.reject,
  });
  return (
    <form className={styles.form} onSubmit={form.submit((input) => ticket.run({ ...input, client_id }))} noValidate>
      <p>{t('ticket.lead')}</p>
      <TextInput
        label={t('ticket.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('email')}
      />
      <TextInput label={t('ticket.subject')} {...form.field('title')} />
      <MessageField label={t('ticket.message')} most={MESSAGE_LENGTH} {...form.field('text')} />
      <Button type="submit" size="l" block busy={ticket.busy}>
        {t('ticket.send')}
      </Button>
    </form>
  );
}

/** A ticket of a signed-in user, to the address that the account has. */
export function TicketForm() {
  const { data, isPending } = useUserInfo();
  return isPending ? null : <Form email={data?.email ?? ''} />;
}
