import { useLatestLoan, useLoanTerms } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { formatRate } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, List, ListRow, Loaded, Note, Page, Stack, Text, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { Advisors } from '../../loans/Advisors.tsx';
import { figure, percent } from '../../loans/figures.ts';

/** Terms for large borrowers by level, with the advisors. */
export default function OtcPage() {
  const t = useTexts('finance/loans');
  const routes = useTexts('finance');
  const locale = useLocale();
  const terms = useLoanTerms();
  const latest = useLatestLoan();
  const { data } = terms;
  const mine = latest.data?.mine;
  const rows = data
    ? [
        ...data.levels.flatMap(({ level, loan }) =>
          loan ? [{ id: String(level), name: t('levelValue', { level }), ...loan, own: mine?.level === level }] : [],
        ),
        { id: 'maker', name: t('maker'), ...data.maker, own: mine?.maker === true },
      ]
    : [];
  return (
    <Page title={routes('routes.otc.otc')} back>
      <Loaded query={terms} />
      {data && (
        <Stack gap={4} below={8}>
          <Text tone="normal" size={14}>
            {t('otcLead')}
          </Text>
          <List card label={t('rate')}>
            {rows.map(({ id, name, limit, day_rate, own }) => (
              <ListRow
                key={id}
                title={name}
                subtitle={`${t('limit')} ${figure(limit, 0, locale, 'USDT')}`}
                value={
                  <Explained
                    title={`${name}: ${t('rate')}`}
                    value={formatRate(day_rate, locale, 4)}
                    formula={`${figure(limit, 0, locale, 'USDT')} × ${formatRate(day_rate, locale, 4)}`}
                    note={`${t('rateNote')} ${t('rateLoss', { ratio: percent(data.liquidation_ratio, locale), fee: percent(data.liquidation_fee, locale) })}`}
                  />
                }
                current={own}
              />
            ))}
          </List>
          <Note>{t('risk')}</Note>
          <Button block size="l" to={screenUrl('/pages/common/borrowing')}>
            {t('apply')}
          </Button>
          <Advisors terms={data} />
        </Stack>
      )}
    </Page>
  );
}
