import { usePortfolio } from '@tessera/api/portfolio';
import { useTexts } from '@tessera/i18n';
import { formatFiat, sum } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Button, Card, Settled, Skeleton, Text, useLocale } from '@tessera/ui';

/** What the user holds in all products, what that earned, and what lies idle; nothing where it cannot be read. */
export function Summary() {
  const t = useTexts('finance');
  const locale = useLocale();
  const fiat = useFiat();
  const query = usePortfolio({});
  const money = (usdt: string) => formatFiat(usdt, fiat, locale);
  return (
    <Settled query={query} waiting={<Skeleton height="11rem" />}>
      {(data) => {
        if (!data) return null;
        const idle = sum(data.idle.map(({ value }) => value));
        return (
          <Card gap={2} aria-label={t('summary.title')}>
            <Text>{t('summary.title')}</Text>
            <Text tone="strong" size={36} weight="strong">
              {money(data.total)}
            </Text>
            <Text tone={data.earned === '0' ? 'weak' : 'success'}>
              {t('summary.earned', { amount: money(data.earned) })}
            </Text>
            {idle !== '0' && <Text>{t('summary.idle', { amount: money(idle) })}</Text>}
            <Button block variant="secondary" to={screenUrl('/pages/financial/index3')}>
              {t('summary.open')}
            </Button>
          </Card>
        );
      }}
    </Settled>
  );
}
