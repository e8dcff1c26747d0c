import type { ArtworkDetail } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Card, KeyValue, type KeyValueItem, Text, useLocale } from '@tessera/ui';
import { Countdown, Explained } from '@tessera/ui/content';
import { countFigure, priceFigure } from '../figures.ts';
import styles from './Detail.module.css';
import { askLabel, StateBadge } from './StateBadge.tsx';
import { useTermTexts } from './use-term-texts.ts';

type Props = { readonly work: ArtworkDetail; readonly onTurn: () => void };

function Clock({ work, onTurn }: Props) {
  const t = useTexts('nft');
  const { status, start_time, end_time } = work;
  const until = status === 'upcoming' ? start_time : status === 'on_sale' ? end_time : null;
  if (until === null) return null;
  return (
    <span className={styles.clock}>
      <Text as="span" weight="normal">
        {t(status === 'upcoming' ? 'card.starts' : 'card.ends')}
      </Text>
      <Countdown key={`${status} ${until}`} until={until} now={serverNow} onEnd={onTurn} />
    </span>
  );
}

/** State and terms of the sale, each figure with its rule. */
export function SalePanel({ work, onTurn }: Props) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const { currency, price, current_bid, margin, increment, start_time, end_time, sale_type } = work;
  const money = (value: string) => priceFigure(value, currency, locale);
  const auction = sale_type === 'auction';
  const items: KeyValueItem[] = [
    ...(auction
      ? [
          { label: t('card.startPrice'), value: money(price) },
          ...(increment === null
            ? []
            : [
                {
                  label: t('sale.increment'),
                  value: (
                    <Explained title={t('sale.increment')} value={money(increment)} note={t('sale.incrementNote')} />
                  ),
                },
              ]),
          ...(margin === null
            ? []
            : [
                {
                  label: t('sale.deposit'),
                  value: <Explained title={t('sale.deposit')} value={money(margin)} note={terms.deposit} />,
                },
              ]),
        ]
      : [
          {
            label: t('sale.left'),
            value: t('sale.leftOf', {
              left: countFigure(work.remaining, locale),
              stock: countFigure(work.stock, locale),
            }),
          },
        ]),
    { label: t('sale.from'), value: formatMoment(start_time, locale) },
    {
      label: t('sale.until'),
      value:
        end_time === null ? (
          t('sale.noEnd')
        ) : auction ? (
          <Explained title={t('sale.until')} value={formatMoment(end_time, locale)} note={terms.extension} />
        ) : (
          formatMoment(end_time, locale)
        ),
    },
  ];
  return (
    <Card gap={3} aria-label={t('sale.title')}>
      <div className={styles.row}>
        <StateBadge status={work.status} stock={work.stock} />
        <Clock work={work} onTurn={onTurn} />
      </div>
      <div>
        <Text as="span">{t(askLabel(work))}</Text>
        <Text tone="strong" size={28} weight="strong" tight>
          {money(current_bid ?? price)}
        </Text>
      </div>
      <KeyValue items={items} />
    </Card>
  );
}
