import type { ProjectDetail } from '@tessera/api/launchpad';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { Button, KeyValue, Note, Sheet, Text, useLocale } from '@tessera/ui';
import { Changed } from '@tessera/ui/forms';
import { figure, priceFigure } from './figures.ts';
import styles from './Launchpad.module.css';

/** What is going to be sent. */
export type Order = {
  readonly project_id: number;
  readonly amount: string;
  readonly pay_currency: string;
  readonly price: string;
};

type Props = {
  readonly sale: ProjectDetail;
  /** Null while nothing is asked. */
  readonly order: Order | null;
  /** The price that was refused last; null where none was. */
  readonly refused: string | null;
  readonly cost: string;
  readonly busy: boolean;
  /** Why the exchange rejected it. */
  readonly problem: string | null;
  readonly onConfirm: (order: Order) => void;
  readonly onClose: () => void;
};

/** The subscription with every figure, to confirm. */
export function ConfirmSheet({ sale, order, refused, cost, busy, problem, onConfirm, onClose }: Props) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const amount = figure(order?.amount ?? '0', sale.scale, locale);
  const action = t('confirmAction', { amount, currency: sale.currency });
  const pay = order?.pay_currency ?? '';
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={t('confirm')}
      footer={
        <Button size="l" block busy={busy} onClick={() => order && onConfirm(order)}>
          {action}
        </Button>
      }
    >
      <div className={styles.stack}>
        <KeyValue
          items={[
            { label: t('amount'), value: `${amount}\u00a0${sale.currency}` },
            { label: t('price'), value: priceFigure(order?.price ?? '0', pay, locale) },
            { label: t('ends'), value: formatMoment(sale.end_time, locale) },
            { label: t('listing'), value: formatMoment(sale.listing_time, locale) },
            { label: t('cost'), value: priceFigure(cost, pay, locale), strong: true },
          ]}
        />
        <Text>
          {t('cost')}: {t('mostCost')}. {t('confirmNote')}
        </Text>
        {pay !== 'USDT' && <Text>{t('soldForUsdt', { amount: priceFigure(cost, pay, locale) })}</Text>}
        {sale.symbol !== null && <Text>{t('priceTrades')}</Text>}
        <Note>{t('risk')}</Note>
        {problem !== null && (
          <Text tone="danger" role="alert">
            {problem}
          </Text>
        )}
        {refused !== null && order !== null && (
          <Changed
            figures={[
              {
                label: t('price'),
                before: priceFigure(refused, pay, locale),
                now: priceFigure(order.price, pay, locale),
              },
            ]}
          />
        )}
      </div>
    </Sheet>
  );
}
