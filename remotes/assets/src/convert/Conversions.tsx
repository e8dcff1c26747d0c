import { type Conversion, useConversions } from '@tessera/api/convert';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDate, formatMinute, formatRate, neg } from '@tessera/money';
import { CoinIcon, EmptyState, Heading, ListRow, Stack, useLocale } from '@tessera/ui';
import { Explained, formulaOf, PagedList } from '@tessera/ui/content';
import type { Balances } from './convert-form.ts';

const USUAL_SCALE = 8;
const RATE_DIGITS = 8;
const RATIO_DIGITS = 3;

type Props = { readonly balances: Balances };

function ConversionRow({ conversion, balances }: Props & { readonly conversion: Conversion }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const { from_currency: from, to_currency: to, number, rate, spread, receive, fee, at } = conversion;
  const figure = (value: string, code: string, signed = false) => {
    const { scale = USUAL_SCALE } = balances.find(({ currency }) => currency === code) ?? {};
    return `${formatAmount(value, scale, locale, { zeros: 'trimmed', signed })}\u00a0${code}`;
  };
  const received = formulaOf({ label: t('convert.receive'), value: figure(receive, to) }, [
    { label: common('amount'), value: figure(number, from) },
    '×',
    {
      label: t('convert.rate'),
      value: `${formatAmount(rate, RATE_DIGITS, locale, { zeros: 'trimmed' })}\u00a0${to}`,
    },
    '−',
    { label: common('fee'), value: figure(fee, to) },
  ]);
  return (
    <ListRow
      figure
      start={<CoinIcon symbol={to} />}
      title={`${from} → ${to}`}
      subtitle={`${formatMinute(at, locale)} · ${common('fee')} ${figure(fee, to)}`}
      value={
        <Explained
          title={t('convert.receive')}
          value={figure(receive, to, true)}
          {...received}
          entries={[
            ...received.entries,
            { label: t('convert.spread'), value: formatRate(spread, locale, RATIO_DIGITS) },
          ]}
          note={t('convert.rateNote')}
        />
      }
      note={figure(neg(number), from)}
    />
  );
}

/** What was converted, newest first. */
export function Conversions({ balances }: Props) {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useConversions();
  return (
    <Stack as="section" gap={2} below={8}>
      <Heading size={16}>{t('convert.history')}</Heading>
      <PagedList
        label={t('convert.history')}
        query={query}
        heading={({ at }) => formatDate(at, locale)}
        row={(conversion) => <ConversionRow conversion={conversion} balances={balances} />}
        empty={<EmptyState compact illustration="orders" title={t('convert.emptyTitle')} text={t('convert.empty')} />}
      />
    </Stack>
  );
}
