import { interestInAll, lockProblem, type MiningProduct, useLock } from '@tessera/api/mining';
import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, cmp } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, KeyValue, showToast } from '@tessera/ui';
import { AmountInput, Changed, Switch, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Product.module.css';
import { LockSheet } from './LockSheet.tsx';
import { useMiningTexts } from './use-mining-texts.ts';

type LockFormProps = {
  readonly product: MiningProduct;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** While the outcome of a lock is unknown: offers to repeat exactly that. */
function UnresolvedLock({ product }: Pick<LockFormProps, 'product'>) {
  const t = useTexts('mining');
  const texts = useMiningTexts();
  const { unresolved, repeat, busy } = useLock({
    subject: String(product.id),
    onDone: ({ amount }) => showToast(t('lock.done', { amount: texts.amount(amount, product) }), 'success'),
  });
  if (!unresolved) return null;
  return (
    <Unresolved busy={busy} onRepeat={repeat}>
      {`${product.name} · ${texts.amount(unresolved.amount, product)}`}
    </Unresolved>
  );
}

/** Calculator and form in one: an amount, what it is paid, and the button that locks it. */
export function LockForm({ product, amount, onAmount, onMoved }: LockFormProps) {
  const t = useTexts('mining');
  const texts = useMiningTexts();
  const { data } = useAccountBalances({ account: 'change' });
  const [renew, setRenew] = useState(false);
  const [asked, setAsked] = useState(false);
  /** The terms that are confirmed: those of the moment when the sheet opened. */
  const [confirmed, setConfirmed] = useState<MiningProduct | null>(null);
  /** The terms that were refused last. */
  const [refused, setRefused] = useState<MiningProduct | null>(null);
  const { currency, currency_id, scale, min_amount, purchase_limit, locked, day_rates, lock_days, status } = product;
  const spending = useSpendingRefusal(currency, { amount: null });
  const unsold = status === 'open' ? spending.refused : t(`closed.${status}`, { time: texts.time(product.opens_at) });
  const available = data?.list.find((each) => each.currency_id === currency_id)?.available;
  const found = amount === '' ? null : lockProblem(amount, { scale, min: min_amount, limit: purchase_limit, locked });
  const covered = available !== undefined && amount !== '' && cmp(amount, available) <= 0;
  const problem = () => {
    if (amount === '') return asked ? t('form.enter') : null;
    if (found?.code === 'amount_too_small')
      return asked ? t('form.atLeast', { amount: texts.amount(min_amount, product) }) : null;
    if (found?.code === 'quantity_limit') {
      return t('form.atMost', {
        amount: texts.amount(purchase_limit ?? '0', product),
        locked: texts.amount(locked, product),
      });
    }
    if (available !== undefined && !covered) return t('form.short', { amount: texts.amount(available, product) });
    return null;
  };
  const interest = amount === '' ? null : interestInAll({ amount, rates: day_rates, scale });
  const interestOf = (terms: MiningProduct) =>
    texts.amount(interestInAll({ amount: amount || terms.min_amount, rates: terms.day_rates, scale }), terms);
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
  const submit = () => {
    setAsked(true);
    if (found === null && covered) setConfirmed(product);
  };
  return (
    <section className={styles.card} aria-label={t('form.title')}>
      <h2 className={styles.heading}>{t('form.title')}</h2>
      <UnresolvedLock product={product} />
      <AmountInput
        label={t('lock.amount')}
        value={amount}
        onChange={onAmount}
        unit={currency}
        scale={scale}
        error={problem()}
        {...(available !== undefined && { balance: available, percentages: [25, 50, 100] })}
      />
      <KeyValue
        items={[
          {
            label: t('lock.interest', { days: texts.days(lock_days) }),
            value: interest === null ? '–' : texts.amount(interest, product),
          },
          {
            label: t('form.back'),
            value: interest === null ? '–' : texts.amount(add(amount || '0', interest), product),
            strong: true,
          },
        ]}
      />
      {refused && <Changed figures={changesOf(refused, product)} />}
      <Switch label={t('renew.title')} note={t('renew.text')} checked={renew} onChange={setRenew} />
      {unsold === null ? (
        <Button block size="l" onClick={submit}>
          {t('form.lock')}
        </Button>
      ) : (
        <p className={styles.risk}>{unsold}</p>
      )}
      {available !== undefined && amount !== '' && !covered && (
        <Button block variant="secondary" to={screenUrl('/pages/fund/receive', { currency_id })}>
          {t('form.deposit', { currency })}
        </Button>
      )}
      <LockSheet
        open={confirmed !== null}
        onClose={() => setConfirmed(null)}
        product={confirmed ?? product}
        amount={amount || '0'}
        renew={renew}
        onMoved={() => {
          setRefused(confirmed);
          onMoved();
        }}
        onLocked={() => {
          setConfirmed(null);
          setRefused(null);
          setAsked(false);
          onAmount('');
        }}
      />
    </section>
  );
}
