import { usePortfolio } from '@tessera/api/portfolio';
import { useTexts } from '@tessera/i18n';
import { formatFiat, sum } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Button, Card, Text, useLocale } from '@tessera/ui';

/** What the user holds in all products, and what lies idle; nothing until it is known. */
export function Summary() {
  const t = useTexts('finance');
  const locale = useLocale();
  const fiat = useFiat();
  const { data } = usePortfolio({});
  if (!data) return null;
  const money = (usdt: string) => formatFiat(usdt, fiat, locale);
  const idle = sum(data.idle.map(({ value }) => value));
  return (
    <Card gap={2} above={4} aria-label={t('summary.title')}>
      <Text>{t('summary.title')}</Text>
      <Text tone="inherit" size={36} weight="strong">
        {money(data.total)}
      </Text>
      <Text>{t('summary.earned', { amount: money(data.earned) })}</Text>
      {idle !== '0' && <Text>{t('summary.idle', { amount: money(idle) })}</Text>}
      <Button block variant="secondary" to={screenUrl('/pages/financial/index3')}>
        {t('summary.open')}
      </Button>
    </Card>
  );
}
