import { useBarred } from '@tessera/api/identity';
import { dualPayout, dualTermsOf, fixedInterest, type InvestProduct, useBuyShares } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { add, mul } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { type KeyValueItem, showToast } from '@tessera/ui';
import { Changed, type Entries } from '@tessera/ui/forms';
import { PurchaseForm } from '@tessera/ui/purchase';
import { useState } from 'react';
import { sharesPurchase } from './purchases.ts';
import { useInvestTexts } from './use-invest-texts.ts';

type SharesFormProps = {
  readonly product: InvestProduct;
  /** Whole shares as they are typed. */
  readonly form: Entries<{ readonly amount: string }>;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** Buys whole shares of a dual product or of a fixed deposit. */
export function SharesForm({ product, form, onMoved }: SharesFormProps) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  /** The terms that the page opened with, or that were refused last. */
  const [seen, setSeen] = useState(product);
  const barred = useBarred(product.countries);
  const { id, name, section, side, currency_id, share_size, days, min_shares, max_shares, remaining_shares } = product;
  const dual = product.price !== null;
  const sold = product.status === 'open' ? null : t(`why.${product.status}`);
  const most = Math.min(remaining_shares, max_shares ?? remaining_shares);
  /** The terms that are confirmed are those of the moment when the sheet opened, whatever the page shows meanwhile. */
  const purchase = sharesPurchase.usePurchase({
    offer: product,
    form,
    spending: { braked: dual, limited: dual },
    closed: barred ? t('why.country') : sold,
    wording: ({ code }) =>
      code === 'field_required' || code === 'insufficient_balance'
        ? undefined
        : t('form.bounds', { min: texts.count(min_shares), max: texts.count(most) }),
    command: useBuyShares,
    subject: String(id),
    toInput: ({ offer, entered }, { key }) => ({ id, num: Number(entered.amount), version: offer.version, key }),
    onDone: (order) => showToast(t('form.done', { amount: texts.amount(order.amount, order) }), 'success'),
    onMoved({ offer }) {
      setSeen(offer);
      onMoved();
    },
  });
  const { unresolved, available } = purchase;
  const shares = purchase.values.amount;
  const amount = mul(purchase.amount, share_size);
  const kind = side ?? (section === 'blockchain' ? 'sell_high' : section);
  const itemsOf = (terms: InvestProduct): KeyValueItem[] => {
    const { annual_rate, scale, price } = terms;
    const paid = { label: t('form.amount'), value: texts.amount(amount, terms), strong: true };
    if (price !== null) return [paid, { label: t('product.pegged'), value: texts.price(price, terms) }];
    const interest = fixedInterest(amount, annual_rate, days ?? 0, scale);
    return [
      paid,
      { label: t('form.interest'), value: texts.amount(interest, terms) },
      { label: t('form.back'), value: texts.amount(add(amount, interest), terms), strong: true },
    ];
  };
  const rateOf = ({ annual_rate }: InvestProduct) => t('rate.aYear', { rate: texts.rate(annual_rate) });
  const changesOf = (was: InvestProduct, is: InvestProduct) => [
    { label: t('rate.title'), before: rateOf(was), now: rateOf(is) },
    ...(was.price === null || is.price === null
      ? []
      : [{ label: t('product.pegged'), before: texts.price(was.price, was), now: texts.price(is.price, is) }]),
    { label: t('product.share'), before: texts.amount(was.share_size, was), now: texts.amount(is.share_size, is) },
    { label: t('product.penalty'), before: texts.rate(was.penalty_ratio), now: texts.rate(is.penalty_ratio) },
  ];
  /** What the rate was before, where it is another one by now. */
  const before = (now: InvestProduct) =>
    seen.annual_rate === now.annual_rate && seen.price === now.price ? null : t('form.was', { rate: rateOf(seen) });
  /** The terms as they are sold: rate, price of now, and what is paid on both sides of the pegged price. */
  const confirmedItems = (terms: InvestProduct) => {
    const dualTerms = dualTermsOf(terms, amount);
    const paidAt = (factor: string) => {
      if (!dualTerms) return '–';
      const paid = dualPayout(dualTerms, { total: mul(dualTerms.price, factor), count: 1 });
      const scale = paid.currency === dualTerms.currency ? dualTerms.scale : dualTerms.otherScale;
      return texts.amount(paid.amount, { currency: paid.currency, scale });
    };
    const price = terms.price === null ? '' : texts.price(terms.price, terms);
    return [
      { label: t('rate.title'), value: [rateOf(terms), before(terms)].filter(Boolean).join(' '), strong: true },
      { label: t('form.shares'), value: shares === '' ? '–' : texts.count(Number(shares)) },
      ...itemsOf(terms),
      ...(dualTerms === null
        ? []
        : [
            {
              label: t('product.live'),
              // Of now: the terms stay as they were, the market does not.
              value: product.index_price === null ? '–' : texts.price(product.index_price, product),
            },
            { label: t('form.above', { price }), value: paidAt('1.01') },
            { label: t('form.below', { price }), value: paidAt('0.99') },
          ]),
    ];
  };
  const end = texts.time(product.matures_at ?? serverNow() + (days ?? 0) * 86_400_000);
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
        steps: [
          t('when.now', { amount: texts.amount(amount, product) }),
          t(dual ? 'when.hour' : 'when.early', { time: end, penalty: texts.rate(product.penalty_ratio) }),
          t(dual ? 'when.settled' : 'when.end', { time: end }),
        ],
        risk: t(`loss.${kind}`),
      }}
    >
      <Changed figures={changesOf(seen, product)} />
    </PurchaseForm>
  );
}
