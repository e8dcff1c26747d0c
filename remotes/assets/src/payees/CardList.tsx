import { type SavedCard, useDeleteCard } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { IconButton, List, ListRow } from '@tessera/ui';
import { Question, useQuestion } from '@tessera/ui/forms';
import { Trash2 } from 'lucide-react';

function DeleteCard({ card }: { readonly card: SavedCard }) {
  const t = useTexts('assets');
  const question = useQuestion();
  const command = useDeleteCard({ subject: card.id, ...question.outcomes });
  return (
    <>
      <IconButton label={t('payout.delete')} icon={<Trash2 />} onClick={question.ask} />
      <Question
        open={question.open}
        onClose={question.close}
        command={command}
        title={t('payout.deleteAsk', { name: `${card.bank_name} •••• ${card.card_last4}` })}
        confirmLabel={t('payout.delete')}
        tone="danger"
        onConfirm={() => command.run({ id: card.id })}
      />
    </>
  );
}

/** Saved cards by their last digits; a changed card is a new one, so they are deleted and added. */
export function CardList({ label, cards }: { readonly label: string; readonly cards: readonly SavedCard[] }) {
  return (
    <List card label={label}>
      {cards.map((card) => (
        <ListRow
          key={card.id}
          title={card.bank_name}
          subtitle={`•••• ${card.card_last4} · ${card.real_name}`}
          value={<DeleteCard card={card} />}
        />
      ))}
    </List>
  );
}
