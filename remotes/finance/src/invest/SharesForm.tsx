import { useBarred } from '@tessera/api/identity';
import {
  dualPayout,
  dualTermsOf,
  fixedInterest,
  type InvestProduct,
  sharesProblem,
  useBuyShares,
} from '@tessera/api/invest';
import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, cmp, mul } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Button, KeyValue, showToast } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AmountInput, Changed, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Product.module.css';
import { useInvestTexts } from './use-invest-texts.ts';

type SharesFormProps = {
  readonly product: InvestProduct;
  /** Whole shares as they are typed. */
  readonly shares: string;
  readonly onShares: (shares: string) => void;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** Buys whole shares of a dual product or of a fixed deposit. */
export function SharesForm({ product, shares, onShares, onMoved }: SharesFormProps) {
  const t = useTexts('invest');
  const texts = useInvestTexts();
  const { data } = useAccountBalances({ account: 'change' });
  const [asked, setAsked] = useState(false);
  /** The terms that the page opened with, or that were refused last. */
  const [seen, setSeen] = useState(product);
  const barred = useBarred(product.countries);
  const { id, name, section, side, currency, currency_id, share_size, days } = product;
  /** The terms that are confirmed are those of the moment when the sheet opened, whatever the page shows meanwhile. */
  const {
    ask,
    asked: confirmed,
    sheet,
    busy,
    unresolved,
    repeat,
  } = useApproval({
    command: useBuyShares,
    subject: String(id),
    toInput: (terms: InvestProduct, { key }) => ({ id, num: Number(shares), version: terms.version, key }),
    repeats: true,
    onDone(order) {
      setAsked(false);
      onShares('');
      showToast(t('form.done', { amount: texts.amount(order.amount, order) }), 'success');
    },
    onMoved(terms) {
      setSeen(terms);
      onMoved();
    },
  });
  const amount = mul(shares || '0', share_size);
  const available = data?.list.find((each) => each.currency_id === currency_id)?.available;
  const problem = shares === '' ? null : sharesProblem(Number(shares), product);
  const short = available !== undefined && cmp(amount, available) > 0;
  const dual = product.price !== null;
  const spending = useSpendingRefusal(currency, { amount, braked: dual, limited: dual });
  const whyNot = () => {
    if (barred) return t('why.country');
    return product.status === 'open' ? spending.refused : t(`why.${product.status}`);
  };
  const unsold = whyNot();
  const errorText = () => {
    if (shares === '') return asked ? t('form.enter') : null;
    if (problem) return t('form.bounds', { min: texts.count(product.min_shares), max: texts.count(most) });
    if (short) return t('form.short', { amount: texts.amount(available ?? '0', product) });
    return spending.overLimit;
  };
  const most = Math.min(product.remaining_shares, product.max_shares ?? product.remaining_shares);
  const kind = side ?? (section === 'blockchain' ? 'sell_high' : section);
  const itemsOf = (terms: InvestProduct) => {
    const { annual_rate, scale, price } = terms;
    const interest = fixedInterest(amount, annual_rate, days ?? 0, scale);
    return [
      { label: t('form.shares'), value: shares === '' ? '–' : texts.count(Number(shares)) },
      { label: t('form.amount'), value: texts.amount(amount, terms), strong: true },
      ...(price === null
        ? [
            { label: t('form.interest'), value: texts.amount(interest, terms) },
            { label: t('form.back'), value: texts.amount(add(amount, interest), terms), strong: true },
          ]
        : [{ label: t('product.pegged'), value: texts.price(price, terms) }]),
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
  const submit = () => {
    setAsked(true);
    if (shares !== '' && problem === null && !short && spending.overLimit === null) ask(product);
  };
  const end = texts.time(product.matures_at ?? serverNow() + (days ?? 0) * 86_400_000);
  return (
    <section className={styles.card} aria-label={t('form.title')}>
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {`${name} · ${t('form.shares')}: ${unresolved.num}`}
        </Unresolved>
      )}
      <AmountInput
        label={t('form.shares')}
        value={shares}
        onChange={onShares}
        unit={`× ${texts.amount(share_size, product)}`}
        scale={0}
        error={errorText()}
        stepper
      />
      <KeyValue
        items={[
          ...itemsOf(product).slice(1),
          { label: t('form.available'), value: available === undefined ? '–' : texts.amount(available, product) },
        ]}
      />
      <Changed figures={changesOf(seen, product)} />
      {unsold === null ? (
        <Button block size="l" onClick={submit}>
          {shares === '' ? t('product.buy') : t('form.buy', { amount: texts.amount(amount, product) })}
        </Button>
      ) : (
        <p className={styles.risk}>{unsold}</p>
      )}
      {short && (
        <Button block variant="secondary" to={screenUrl('/pages/fund/receive', { currency_id })}>
          {t('form.deposit', { currency })}
        </Button>
      )}
      <ApprovalSheet
        {...sheet}
        title={name}
        items={confirmedItems(confirmed ?? product)}
        steps={[
          t('when.now', { amount: texts.amount(amount, product) }),
          t(dual ? 'when.hour' : 'when.early', { time: end, penalty: texts.rate(product.penalty_ratio) }),
          t(dual ? 'when.settled' : 'when.end', { time: end }),
        ]}
        risk={t(`loss.${kind}`)}
      />
    </section>
  );
}
