import { type CardEntry, useCards, useSaveCard } from '@tessera/api/payees';
import { cardInput } from '@tessera/api/payees/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState, List, ListRow, Loaded, Page, SkeletonRows, showToast } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { useState } from 'react';
import { CardFields } from '../../payees/CardFields.tsx';
import { CardList } from '../../payees/CardList.tsx';
import styles from '../../payees/Payees.module.css';
import { useRuleText } from '../../payees/use-rule-text.ts';

const BLANK = { real_name: '', card_number: '', bank_name: '', province_city: '', branch: '', phone: '' };
/** Stands for the payment password, which is asked for when the rest is right. */
const LATER = '000000';

function CardForm({ onSaved }: { readonly onSaved: () => void }) {
  const t = useTexts('assets');
  const wording = useRuleText();
  const form = useContractForm(cardInput, {
    initial: BLANK,
    toInput: (values) => ({ ...values, key: LATER }),
    wording,
  });
  const save = useApproval({
    command: useSaveCard,
    toInput: (card: CardEntry, { key }) => ({ ...card, key }),
    tell: form.reject,
    onDone() {
      showToast(t('payout.saved'), 'success');
      onSaved();
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit(save.ask)} noValidate>
      <CardFields field={form.field} numberLabel={t('payout.cardNumber')} />
      <Button type="submit" size="l" block busy={save.busy}>
        {t('payout.save')}
      </Button>
      <ApprovalSheet {...save.sheet} title={t('payout.addCard')} />
    </form>
  );
}

export default function BankCardsPage() {
  const t = useTexts('assets');
  const cards = useCards();
  const [adding, setAdding] = useState(false);
  const title = t('routes.setting.bank');
  return (
    <Page
      title={adding ? t('payout.addCard') : title}
      back
      footer={
        !adding && (
          <Button size="l" block onClick={() => setAdding(true)}>
            {t('payout.addCard')}
          </Button>
        )
      }
    >
      {adding ? (
        <CardForm onSaved={() => setAdding(false)} />
      ) : (
        <div className={styles.page}>
          <Loaded query={cards} waiting={<SkeletonRows count={3} />} />
          {cards.data?.length === 0 && (
            <EmptyState illustration="wallet" title={t('payout.noCardTitle')} text={t('payout.noCardHelp')} />
          )}
          {cards.data && cards.data.length > 0 && <CardList label={title} cards={cards.data} />}
          <List card label={t('payout.international')}>
            <ListRow title={t('payout.international')} to={screenUrl('/pages/setting/bank_international')} />
          </List>
        </div>
      )}
    </Page>
  );
}
