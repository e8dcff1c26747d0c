import { useBarred } from '@tessera/api/identity';
import { type InvestProduct, useBuyShares } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { mul } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import type { KeyValueItem } from '@tessera/ui';
import { Changed, type Entries } from '@tessera/ui/forms';
import { PurchaseForm } from '@tessera/ui/purchase';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { outcomesOf } from './dual-offers.ts';
import { sharesPurchase } from './purchases.ts';
import { useInvestTexts } from './use-invest-texts.ts';

type SharesFormProps = {
  readonly product: InvestProduct;
  /** Whole shares as they are typed. */
  readonly form: Entries<{ readonly amount: string }>;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** Buys whole shares of a dual investment. */
export function SharesForm({ product, form, onMoved }: SharesFormProps) {
  const t = useTexts('finance/invest');
  const common = useTexts('finance');
  const texts = useInvestTexts();
  /** The terms that the page opened with, or that were refused last. */
  const [seen, setSeen] = useState(product);
  const result = useResult();
  const barred = useBarred(product.countries);
  const { id, name, section, side, currency_id, share_size, min_shares, max_shares, remaining_shares } = product;
  const sold = product.status === 'open' ? null : t(`why.${product.status}`);
  const most = Math.min(remaining_shares, max_shares ?? remaining_shares);
  const rateOf = ({ annual_rate }: InvestProduct) => common('apr', { rate: texts.rate(annual_rate) });
  /** What is paid on both sides of the pegged price. */
  const paysOf = (terms: InvestProduct, put: string) => {
    const outcomes = outcomesOf(terms, put);
    const price = texts.price(terms.price ?? '0', terms);
    return [
      {
        label: t('form.above', { price }),
        value: outcomes ? texts.amount(outcomes.above.amount, outcomes.above) : '–',
      },
      {
        label: t('form.below', { price }),
        value: outcomes ? texts.amount(outcomes.below.amount, outcomes.below) : '–',
      },
    ];
  };
  const stepsOf = (matures: number) => [
    t('when.hour', { time: texts.time(matures) }),
    t('when.settled', { time: texts.time(matures) }),
  ];
  /** The terms that are confirmed are those of the moment when the sheet opened, whatever the page shows meanwhile. */
  const purchase = sharesPurchase.usePurchase({
    offer: product,
    form,
    spending: { braked: true, limited: true },
    closed: barred ? t('why.country') : sold,
    wording: ({ code }) =>
      code === 'field_required' || code === 'insufficient_balance'
        ? undefined
        : t('form.bounds', { min: texts.count(min_shares), max: texts.count(most) }),
    command: useBuyShares,
    subject: String(id),
    toInput: ({ offer, entered }, { key }) => ({ id, num: Number(entered.amount), version: offer.version, key }),
    onDone: (order) =>
      result.show({
        title: t('form.done', { amount: texts.amount(order.amount, order) }),
        items: [{ label: t('rate.title'), value: rateOf(product) }, ...paysOf(product, order.amount)],
        next: stepsOf(order.matures_at ?? 0),
        view: { label: common('routes.invest.mine'), to: screenUrl('/pages/invest/mine') },
      }),
    onMoved({ offer }) {
      setSeen(offer);
      onMoved();
    },
  });
  const { unresolved, available } = purchase;
  const shares = purchase.values.amount;
  const amount = mul(purchase.amount, share_size);
  const kind = side ?? (section === 'blockchain' ? 'sell_high' : section);
  const itemsOf = (terms: InvestProduct): KeyValueItem[] => [
    { label: t('form.amount'), value: texts.amount(amount, terms), strong: true },
    { label: t('product.pegged'), value: texts.price(terms.price ?? '0', terms) },
  ];
  const changesOf = (was: InvestProduct, is: InvestProduct) => [
    { label: t('rate.title'), before: rateOf(was), now: rateOf(is) },
    { label: t('product.pegged'), before: texts.price(was.price ?? '0', was), now: texts.price(is.price ?? '0', is) },
    { label: t('product.share'), before: texts.amount(was.share_size, was), now: texts.amount(is.share_size, is) },
  ];
  /** What the rate was before, where it is another one by now. */
  const before = (now: InvestProduct) =>
    seen.annual_rate === now.annual_rate && seen.price === now.price ? null : t('form.was', { rate: rateOf(seen) });
  /** The terms as they are sold: rate, price of now, and what is paid on both sides of the pegged price. */
  const confirmedItems = (terms: InvestProduct) => {
    return [
      { label: t('rate.title'), value: [rateOf(terms), before(terms)].filter(Boolean).join(' '), strong: true },
      { label: t('form.shares'), value: shares === '' ? '–' : texts.count(Number(shares)) },
      ...itemsOf(terms),
      {
        label: t('product.live'),
        // Of now: the terms stay as they were, the market does not.
        value: product.index_price === null ? '–' : texts.price(product.index_price, product),
      },
      ...paysOf(terms, amount),
    ];
  };
  return (
    <PurchaseForm
      purchase={purchase}
      title={t('form.title')}
      unresolved={unresolved && `${name} · ${t('form.shares')}: ${unresolved.num}`}
      amount={{ label: t('form.shares'), unit: `× ${texts.amount(share_size, product)}`, stepper: true }}
      items={[
        ...itemsOf(product),
        { label: t('form.available'), value: available === undefined ? '–' : texts.amount(available, product) },
      ]}
      action={shares === '' ? t('product.buy') : t('form.buy', { amount: texts.amount(amount, product) })}
      currencyId={currency_id}
      confirmed={{
        title: name,
        items: confirmedItems(purchase.asked?.offer ?? product),
        steps: [t('when.now', { amount: texts.amount(amount, product) }), ...stepsOf(product.matures_at ?? 0)],
        risk: t(`loss.${kind}`),
      }}
    >
      <Changed figures={changesOf(seen, product)} />
      {result.screen}
    </PurchaseForm>
  );
}
