import { type BuyTerms, isBuyCountry } from '@tessera/api/quickbuy';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState, Stack, useLocale } from '@tessera/ui';
import { Requirements } from '@tessera/ui/content';
import { countryName } from '@tessera/ui/places';

const livesElsewhere = ({ country }: BuyTerms): boolean => country !== null && !isBuyCountry(country);

const paysInSomeWay = ({ methods }: BuyTerms): boolean => methods.some(({ unavailable }) => unavailable === null);

/** Whether an order of this user could succeed: a form that can only be refused is not shown. */
export const isServed = (terms: BuyTerms): boolean =>
  !livesElsewhere(terms) && terms.limit !== null && paysInSomeWay(terms);

/** Why the user cannot buy here, and what to do instead. */
export function NotServed({ terms }: { readonly terms: BuyTerms }) {
  const t = useTexts('finance/quickbuy');
  const locale = useLocale();
  const elsewhere = livesElsewhere(terms);
  const country = countryName(terms.country ?? '', locale);
  const deposit = <Button to={screenUrl('/pages/fund/receive')}>{t('deposit')}</Button>;
  // Nothing that the user could do would open a way to pay.
  if (!elsewhere && !paysInSomeWay(terms)) {
    return <EmptyState illustration="wallet" title={t('noWayTitle')} text={t('noWay')} action={deposit} />;
  }
  return (
    <Stack gap={3}>
      {elsewhere ? (
        <EmptyState
          illustration="wallet"
          title={t('elsewhereTitle', { country })}
          text={t('elsewhere')}
          action={deposit}
        />
      ) : (
        <EmptyState illustration="shield" title={t('verifyTitle')} text={t('verify')} />
      )}
      <Requirements
        of={[
          { asks: 'verification', met: terms.limit !== null },
          {
            asks: 'country',
            country: elsewhere ? country : null,
            met: terms.country === null ? null : !elsewhere,
          },
        ]}
      />
    </Stack>
  );
}
