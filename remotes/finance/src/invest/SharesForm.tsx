import { ApiError } from '@tessera/api';
import { fixedInterest, type InvestProduct, sharesProblem, useBuyShares } from '@tessera/api/invest';
import { useAccountBalances } from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { add, cmp, mul } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Button, KeyValue, showToast } from '@tessera/ui';
import { AmountInput, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Product.module.css';
import { ConfirmSheet } from './ConfirmSheet.tsx';
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
  const [sheet, setSheet] = useState(false);
  const [rejection, setRejection] = useState<unknown>(null);
  const { id, version, name, section, side, currency, currency_id, scale, share_size, annual_rate, days } = product;
  const { run, busy, unresolved, repeat } = useBuyShares({
    subject: String(id),
    onDone(order) {
      setSheet(false);
      setAsked(false);
      onShares('');
      showToast(t('form.done', { amount: texts.amount(order.amount, order) }), 'success');
    },
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setRejection(error);
      setSheet(false);
      showToast(problemText(error), 'error');
      if (error instanceof ApiError && error.code === 'price_moved') onMoved();
    },
    onUnresolved: () => setSheet(false),
  });
  const amount = mul(shares || '0', share_size);
  const available = data?.list.find((each) => each.currency_id === currency_id)?.available;
  const problem = shares === '' ? null : sharesProblem(Number(shares), product);
  const short = available !== undefined && cmp(amount, available) > 0;
  const errorText = () => {
    if (shares === '') return asked ? t('form.enter') : null;
    if (problem) return t('form.bounds', { min: texts.count(product.min_shares), max: texts.count(most) });
    return short ? t('form.short', { amount: texts.amount(available ?? '0', product) }) : null;
  };
  const most = Math.min(product.remaining_shares, product.max_shares ?? product.remaining_shares);
  const dual = product.price !== null;
  const kind = side ?? (section === 'blockchain' ? 'sell_high' : section);
  const interest = fixedInterest(amount, annual_rate, days ?? 0, scale);
  const items = [
    { label: t('form.shares'), value: shares === '' ? '–' : texts.count(Number(shares)) },
    { label: t('form.amount'), value: texts.amount(amount, product), strong: true },
    ...(dual
      ? [{ label: t('product.pegged'), value: texts.price(product.price ?? '0', product) }]
      : [
          { label: t('form.interest'), value: texts.amount(interest, product) },
          { label: t('form.back'), value: texts.amount(add(amount, interest), product), strong: true },
        ]),
  ];
  const submit = () => {
    setAsked(true);
    setRejection(null);
    if (shares !== '' && problem === null && !short) setSheet(true);
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
          ...items.slice(1),
          { label: t('form.available'), value: available === undefined ? '–' : texts.amount(available, product) },
        ]}
      />
      {product.status === 'open' ? (
        <Button block size="l" onClick={submit}>
          {shares === '' ? t('product.buy') : t('form.buy', { amount: texts.amount(amount, product) })}
        </Button>
      ) : (
        <p className={styles.risk}>{t(`why.${product.status}`)}</p>
      )}
      {short && (
        <Button block variant="secondary" to={screenUrl('/pages/fund/receive', { currency_id })}>
          {t('form.deposit', { currency })}
        </Button>
      )}
      <ConfirmSheet
        open={sheet}
        onClose={() => setSheet(false)}
        title={name}
        items={items}
        steps={[
          t('when.now', { amount: texts.amount(amount, product) }),
          t(dual ? 'when.hour' : 'when.early', { time: end, penalty: texts.rate(product.penalty_ratio) }),
          t(dual ? 'when.settled' : 'when.end', { time: end }),
        ]}
        loss={t(`loss.${kind}`)}
        busy={busy}
        rejection={rejection}
        onKey={(key) => {
          setRejection(null);
          run({ id, num: Number(shares), version, key });
        }}
      />
    </section>
  );
}
