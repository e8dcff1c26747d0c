import { type SavedCard, useDeleteCard } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { IconButton, List, ListRow } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

/** Saved cards by their last digits; a changed card is a new one, so they are deleted and added. */
export function CardList({ label, cards }: { readonly label: string; readonly cards: readonly SavedCard[] }) {
  const t = useTexts('assets');
  const [deleting, setDeleting] = useState<SavedCard | null>(null);
  const remove = useDeleteCard();
  return (
    <>
      <List card label={label}>
        {cards.map((card) => (
          <ListRow
            key={card.id}
            title={card.bank_name}
            subtitle={`•••• ${card.card_last4} · ${card.real_name}`}
            value={<IconButton label={t('payout.delete')} icon={<Trash2 />} onClick={() => setDeleting(card)} />}
          />
        ))}
      </List>
      <Dialog
        open={deleting !== null}
        title={t('payout.deleteAsk', { name: deleting ? `${deleting.bank_name} •••• ${deleting.card_last4}` : '' })}
        confirmLabel={t('payout.delete')}
        tone="danger"
        onConfirm={() => {
          if (deleting) remove.run({ id: deleting.id });
          setDeleting(null);
        }}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}
