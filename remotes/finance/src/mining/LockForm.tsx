import { dueAt, interestInAll, lockProblem, type MiningProduct, useLock } from '@tessera/api/mining';
import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, cmp } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Button, KeyValue, showToast } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AmountInput, Changed, Switch, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Product.module.css';
import { useMiningTexts } from './use-mining-texts.ts';

type LockFormProps = {
  readonly product: MiningProduct;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  /** The terms are others by now. */
  readonly onMoved: () => void;
};

/** Calculator and form in one: an amount, what it is paid, and the button that locks it. */
export function LockForm({ product, amount, onAmount, onMoved }: LockFormProps) {
  const t = useTexts('mining');
  const texts = useMiningTexts();
  const { data } = useAccountBalances({ account: 'change' });
  const [renew, setRenew] = useState(false);
  const [asked, setAsked] = useState(false);
  const { currency, currency_id, scale, min_amount, purchase_limit, locked, day_rates, lock_days, status } = product;
  /** The terms that are confirmed are those of the moment when the sheet opened. */
  const lock = useApproval({
    command: useLock,
    subject: String(product.id),
    toInput: ({ id, version }: MiningProduct, { key }) => ({ config_id: id, amount, key, version, renew }),
    repeats: true,
    onDone(order) {
      showToast(t('lock.done', { amount: texts.amount(order.amount, order) }), 'success');
      setAsked(false);
      onAmount('');
    },
    onMoved,
  });
  const terms = lock.asked ?? product;
  const now = serverNow();
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
    if (found === null && covered) lock.ask(product);
  };
  return (
    <section className={styles.card} aria-label={t('form.title')}>
      <h2 className={styles.heading}>{t('form.title')}</h2>
      {lock.unresolved && (
        <Unresolved busy={lock.busy} onRepeat={lock.repeat}>
          {`${product.name} · ${texts.amount(lock.unresolved.amount, product)}`}
        </Unresolved>
      )}
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
      {lock.refused && <Changed figures={changesOf(lock.refused, product)} />}
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
      <ApprovalSheet
        {...lock.sheet}
        title={terms.name}
        items={[
          { label: t('lock.amount'), value: texts.amount(amount || '0', terms) },
          {
            label: t('lock.interest', { days: texts.days(terms.lock_days) }),
            value: interestOf(terms),
            strong: true,
          },
        ]}
        steps={[
          t('when.now', { amount: texts.amount(amount || '0', terms) }),
          t('when.daily', { time: texts.time(dueAt(now, 1)) }),
          t(renew ? 'when.renewed' : 'when.end', {
            time: texts.time(dueAt(now, terms.lock_days)),
            amount: texts.amount(amount || '0', terms),
          }),
        ]}
      />
    </section>
  );
}
