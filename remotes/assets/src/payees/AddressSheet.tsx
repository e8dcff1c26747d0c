import { type SavedAddress, useDeleteAddress, useSaveAddress } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Button, Sheet, showToast, useLocale } from '@tessera/ui';
import { AddressText, Dialog } from '@tessera/ui/content';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { ApprovalSheet } from '../approval/ApprovalSheet.tsx';
import styles from './Payees.module.css';

/** An address with what it is called; both can be changed, the address cannot. */
function Editor({ saved, onClose }: { readonly saved: SavedAddress; readonly onClose: () => void }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const [name, setName] = useState(saved.name);
  const [tag, setTag] = useState(saved.tag ?? '');
  const [approving, setApproving] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [rejection, setRejection] = useState<unknown>(null);
  const save = useSaveAddress({
    subject: saved.id,
    onDone() {
      showToast(t('payout.saved'), 'success');
      onClose();
    },
    onRejected: setRejection,
  });
  const remove = useDeleteAddress({ subject: saved.id, onDone: onClose });
  return (
    <div className={styles.form}>
      <p>
        <AddressText value={saved.address} />
      </p>
      <p className={styles.weak}>
        {saved.currency} · {saved.network} · {t('payout.waits', { time: formatDateTime(saved.usable_at, locale) })}
      </p>
      <TextInput label={t('payout.name')} value={name} onChange={setName} maxLength={40} autoComplete="off" />
      <TextInput label={t('payout.tag')} value={tag} onChange={setTag} maxLength={20} autoComplete="off" />
      <Button
        size="l"
        block
        disabled={name.trim() === '' || (name === saved.name && tag === (saved.tag ?? ''))}
        onClick={() => setApproving(true)}
      >
        {t('payout.save')}
      </Button>
      <Button variant="ghost" block busy={remove.busy} onClick={() => setDeleting(true)}>
        {t('payout.delete')}
      </Button>
      <ApprovalSheet
        open={approving}
        onClose={() => setApproving(false)}
        title={t('payout.edit')}
        busy={save.busy}
        error={rejection}
        onApproved={({ key }) => {
          setRejection(null);
          const { id, currency_id: currency, network, address } = saved;
          save.run({ id, currency, network, address, name: name.trim(), ...(tag.trim() && { tag: tag.trim() }), key });
        }}
      />
      <Dialog
        open={deleting}
        title={t('payout.deleteAsk', { name: saved.name })}
        confirmLabel={t('payout.delete')}
        tone="danger"
        onConfirm={() => {
          setDeleting(false);
          remove.run({ id: saved.id });
        }}
        onClose={() => setDeleting(false)}
      />
    </div>
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
