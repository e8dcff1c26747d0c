import { type SavedAddress, useDeleteAddress, useSaveAddress } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { Button, Sheet, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AddressText } from '@tessera/ui/content';
import { AskedButton, TextInput, useQuestion } from '@tessera/ui/forms';
import { useState } from 'react';

/** An address with what it is called; both can be changed, the address cannot. */
function Editor({ saved, onClose }: { readonly saved: SavedAddress; readonly onClose: () => void }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const [name, setName] = useState(saved.name);
  const [tag, setTag] = useState(saved.tag ?? '');
  const question = useQuestion();
  const save = useApproval({
    command: useSaveAddress,
    subject: saved.id,
    toInput: (entry: { readonly name: string; readonly tag: string }, { key }) => {
      const { id, currency_id: currency, network, address } = saved;
      return { id, currency, network, address, name: entry.name, ...(entry.tag && { tag: entry.tag }), key };
    },
    onDone() {
      showToast(t('payout.saved'), 'success');
      onClose();
    },
  });
  const remove = useDeleteAddress({ subject: saved.id, ...question.outcomes, onDone: onClose });
  return (
    <Stack gap={3} above={2}>
      <p>
        <AddressText value={saved.address} />
      </p>
      <Text>
        {saved.currency} · {saved.network} · {t('payout.waits', { time: formatMoment(saved.usable_at, locale) })}
      </Text>
      <TextInput label={t('payout.name')} value={name} onChange={setName} maxLength={40} autoComplete="off" />
      <TextInput label={t('payout.tag')} value={tag} onChange={setTag} maxLength={20} autoComplete="off" />
      <Button
        size="l"
        block
        disabled={name.trim() === '' || (name === saved.name && tag === (saved.tag ?? ''))}
        onClick={() => save.ask({ name: name.trim(), tag: tag.trim() })}
      >
        {t('payout.save')}
      </Button>
      <AskedButton
        question={question}
        command={remove}
        label={t('payout.delete')}
        button={{ variant: 'ghost', block: true }}
        title={t('payout.deleteAsk', { name: saved.name })}
        confirmLabel={t('payout.delete')}
        tone="danger"
        onConfirm={() => remove.run({ id: saved.id })}
      />
      <ApprovalSheet {...save.sheet} title={t('payout.edit')} />
    </Stack>
  );
}

type Props = { readonly saved: SavedAddress | null; readonly onClose: () => void };

export function AddressSheet({ saved, onClose }: Props) {
  return (
    <Sheet open={saved !== null} onClose={onClose} title={saved?.name ?? ''}>
      {saved && <Editor saved={saved} onClose={onClose} />}
    </Sheet>
  );
}
