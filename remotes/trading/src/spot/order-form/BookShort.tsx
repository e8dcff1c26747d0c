import { useTexts } from '@tessera/i18n';
import { useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import styles from '../../ticket/Ticket.module.css';
import type { OrderForm } from './form.ts';
import type { DerivedOrder } from './use-order.ts';

/** Depth is finite: how much of the order the visible book holds, where that is less than all of it. */
export function BookShort({
  form,
  derived: { at, taken },
}: {
  readonly form: OrderForm;
  readonly derived: DerivedOrder;
}) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (!taken?.short) return null;
  const none = form.kind === 'limit' ? 'form.priceNone' : 'form.bookNone';
  const short = form.kind === 'limit' && form.timeInForce === 'FOK' ? 'form.fokShort' : 'form.bookShort';
  return (
    <p className={styles.warning} role="status">
      {taken.average === null ? t(none) : t(short, { amount: exactText(taken.amount, locale), base: at.rules.base })}
    </p>
  );
}

/** The same in a few words, for an order with a price that does not wait. */
export function PriceShort({ derived: { at, taken } }: { readonly derived: DerivedOrder }) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (!taken?.short) return null;
  return (
    <p className={styles.priceShort} role="status">
      {taken.average === null
        ? t('form.priceNone')
        : t('form.priceShort', { amount: exactText(taken.amount, locale), base: at.rules.base })}
    </p>
  );
}
