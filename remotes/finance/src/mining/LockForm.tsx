import { dueAt, interestInAll, lockProblem, type MiningProduct, useLock } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { add, formatDayTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { Changed, type Entries, Switch } from '@tessera/ui/forms';
import { definePurchase, PurchaseForm } from '@tessera/ui/purchase';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { useMiningTexts } from './use-mining-texts.ts';

/** An amount that is locked. */
export const lockPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ currency, scale, min_amount }: MiningProduct) => ({ currency, scale, min: min_amount }),
  problem: ({ amount }, { scale, min_amount, purchase_limit, locked }) =>
    lockProblem(amount, { scale, min: min_amount, limit: purchase_limit, locked }),
});

type LockFormProps = {
  readonly product: MiningProduct;
  readonly form: Entries<{ readonly amount: string }>;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** An amount, what it is paid and when, and the button that locks it. */
export function LockForm({ product, form, onMoved }: LockFormProps) {
  const t = useTexts('finance/mining');
  const common = useTexts('finance');
  const locale = useLocale();
  const texts = useMiningTexts();
  const result = useResult();
  const [renew, setRenew] = useState(false);
  const { currency_id, scale, min_amount, purchase_limit, locked, day_rates, lock_days, status } = product;
  const stepsOf = (since: number, days: number, renewed: boolean, put: string) => [
    t('when.daily', { time: texts.time(dueAt(since, 1)) }),
    t(renewed ? 'when.renewed' : 'when.end', { time: texts.time(dueAt(since, days)), amount: put }),
  ];
  /** The terms that are confirmed are those of the moment when the sheet opened. */
  const lock = lockPurchase.usePurchase({
    offer: product,
    form,
    spending: { limited: false },
    closed: status === 'open' ? null : t(`closed.${status}`, { time: texts.time(product.opens_at) }),
    wording: ({ code }) =>
      code === 'quantity_limit'
        ? t('form.atMost', {
            amount: texts.amount(purchase_limit ?? '0', product),
            locked: texts.amount(locked, product),
          })
        : undefined,
    command: useLock,
    subject: String(product.id),
    toInput: ({ offer, entered: { amount } }, { key }) => ({
      config_id: offer.id,
      amount,
      key,
      version: offer.version,
      renew,
    }),
    onDone(order) {
      const put = texts.amount(order.amount, order);
      const days = order.day_rates.length;
      result.show({
        title: t('lock.done', { amount: put }),
        items: [
          {
            label: t('lock.interest', { days: texts.days(days) }),
            value: texts.amount(order.interest_total, order),
            strong: true,
          },
        ],
        next: stepsOf(order.created_at, days, order.renew, put),
        view: { label: common('routes.lockming.order'), to: screenUrl('/pages/lockming/order') },
      });
    },
    onMoved,
  });
  const { amount, asked, refused, unresolved } = lock;
  const empty = lock.values.amount === '';
  const terms = asked?.offer ?? product;
  const now = serverNow();
  const interest = interestInAll({ amount, rates: day_rates, scale });
  const interestOf = (of: MiningProduct) =>
    texts.amount(interestInAll({ amount: empty ? min_amount : amount, rates: of.day_rates, scale }), of);
  const ofFigure = (label: string, of: (terms: MiningProduct) => string, was: MiningProduct, is: MiningProduct) => ({
    label,
    before: of(was),
    now: of(is),
  });
  const changesOf = (was: MiningProduct, is: MiningProduct) => [
    ofFigure(t('lock.interest', { days: texts.days(is.lock_days) }), interestOf, was, is),
    ofFigure(t('product.term'), (terms) => texts.days(terms.lock_days), was, is),
    ofFigure(t('product.penalty'), (terms) => texts.rate(terms.penalty_ratio), was, is),
    ofFigure(t('product.min'), (terms) => texts.amount(terms.min_amount, terms), was, is),
  ];
  const locks = texts.amount(amount, terms);
  return (
    <PurchaseForm
      purchase={lock}
      title={t('form.title')}
      unresolved={unresolved && `${product.name} · ${texts.amount(unresolved.amount, product)}`}
      amount={{ label: t('lock.amount') }}
      items={[
        {
          label: t('lock.interest', { days: texts.days(lock_days) }),
          value: empty ? '–' : texts.amount(interest, product),
        },
        { label: t('form.back'), value: empty ? '–' : texts.amount(add(amount, interest), product), strong: true },
        { label: common('coin.first'), value: formatDayTime(dueAt(now, 1), locale) },
        { label: common('coin.matures'), value: formatDayTime(dueAt(now, lock_days), locale) },
      ]}
      action={t('form.lock')}
      currencyId={currency_id}
      confirmed={{
        title: terms.name,
        items: [
          { label: t('lock.amount'), value: locks },
          { label: t('lock.interest', { days: texts.days(terms.lock_days) }), value: interestOf(terms), strong: true },
        ],
        steps: [t('when.now', { amount: locks }), ...stepsOf(now, terms.lock_days, renew, locks)],
      }}
    >
      {refused && <Changed figures={changesOf(refused.offer, product)} />}
      <Switch label={t('renew.title')} note={t('renew.text')} checked={renew} onChange={setRenew} />
      {result.screen}
    </PurchaseForm>
  );
}
