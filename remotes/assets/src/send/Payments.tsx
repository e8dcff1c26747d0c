import { usePayments } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute, neg } from '@tessera/money';
import { Amount, CoinIcon, EmptyState, Heading, ListRow, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';

/** What was sent and received, newest first. */
export function Payments() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = usePayments();
  return (
    <section>
      <Heading size={16}>{t('send.history')}</Heading>
      <PagedList
        label={t('send.history')}
        query={query}
        heading={({ at }) => formatDate(at, locale)}
        row={({ direction, name, account, currency, scale, number, at }) => (
          <ListRow
            figure
            start={<CoinIcon symbol={currency} />}
            title={t(`send.${direction}`, { name })}
            subtitle={`${account} · ${formatMinute(at, locale)}`}
            value={
              <Amount
                value={direction === 'sent' ? neg(number) : number}
                scale={scale}
                unit={currency}
                signed
                trimmed
              />
            }
          />
        )}
        empty={<EmptyState compact illustration="orders" title={t('send.emptyTitle')} text={t('send.empty')} />}
      />
    </section>
  );
}
