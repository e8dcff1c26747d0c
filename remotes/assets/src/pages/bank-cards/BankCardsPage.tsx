import { useCards, useSaveCard } from '@tessera/api/payees';
import { cardEntry } from '@tessera/api/payees/inputs';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { List, ListRow } from '@tessera/ui';
import { CardsPage } from '../../payees/CardsPage.tsx';

/** Cards of banks of the country, and the way to the others. */
export default function BankCardsPage() {
  const t = useTexts('assets');
  return (
    <CardsPage
      title={t('routes.setting.bank')}
      numberLabel={t('payout.cardNumber')}
      schema={cardEntry}
      further={{}}
      query={useCards()}
      useSave={useSaveCard}
    >
      <List card label={t('payout.international')}>
        <ListRow title={t('payout.international')} to={screenUrl('/pages/setting/bank_international')} />
      </List>
    </CardsPage>
  );
}
