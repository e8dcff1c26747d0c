import { useInternationalCards, useSaveInternationalCard } from '@tessera/api/payees';
import { internationalCardEntry } from '@tessera/api/payees/inputs';
import { useTexts } from '@tessera/i18n';
import { DigitsInput } from '@tessera/ui/codes';
import { TextInput } from '@tessera/ui/forms';
import { CardsPage } from '../../payees/CardsPage.tsx';

const FURTHER = { bank_network: 'SWIFT', swift_code: '', aba_number: '', cardholder_address: '' };

/** Accounts at banks elsewhere. */
export default function InternationalCardsPage() {
  const t = useTexts('assets');
  return (
    <CardsPage
      title={t('routes.setting.bank_international')}
      numberLabel={t('payout.iban')}
      schema={internationalCardEntry}
      further={FURTHER}
      query={useInternationalCards()}
      useSave={useSaveInternationalCard}
      fields={(field) => (
        <>
          <TextInput label={t('payout.bankNetwork')} autoComplete="off" {...field('bank_network')} />
          <TextInput label={t('payout.swift')} autoComplete="off" spellCheck={false} {...field('swift_code')} />
          <DigitsInput label={t('payout.aba')} helper={t('payout.abaHelp')} {...field('aba_number')} />
          <TextInput label={t('payout.cardAddress')} autoComplete="street-address" {...field('cardholder_address')} />
        </>
      )}
    />
  );
}
