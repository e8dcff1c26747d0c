import { dayInterest, demandProblem, fixedInterest, type InvestProduct, useBuyDemand } from '@tessera/api/invest';
import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { cmp, mul } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, KeyValue, showToast } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AmountInput, Changed, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../Product.module.css';
import { useInvestTexts } from './use-invest-texts.ts';

const MONTH = 30;

/** An amount, what a day and a month of it pay, and the button that puts it in. */
export function DemandForm({ product, onMoved }: { readonly product: InvestProduct; readonly onMoved: () => void }) {
  const t = useTexts('invest');
  const texts = useInvestTexts();
  const { data } = useAccountBalances({ account: 'change' });
  const [amount, setAmount] = useState('');
  const [asked, setAsked] = useState(false);
  /** The terms that the sheet opened with; it follows them, and says which are others by now. */
  const [seen, setSeen] = useState(product);
  const { id, version, name, currency, currency_id, scale, share_size, min_shares, annual_rate } = product;
  const { ask, sheet, busy, unresolved, repeat } = useApproval({
    command: useBuyDemand,
    subject: String(id),
    // What the sheet shows follows the terms, and so does what is bought.
    toInput: (num: string, { key }) => ({ id, num, version, key }),
    repeats: true,
    onMoved,
    // What was put in: the order holds what was there before too.
    onDone(order, { num }) {
      setAsked(false);
      setAmount('');
      showToast(t('form.done', { amount: texts.amount(num, order) }), 'success');
    },
  });
  const { refused } = useSpendingRefusal(currency, { amount: null });
  const unsold = product.status === 'open' ? refused : t(`why.${product.status}`);
  const available = data?.list.find((each) => each.currency_id === currency_id)?.available;
  const [min, left] = [mul(share_size, String(min_shares)), mul(share_size, String(product.remaining_shares))];
  const problem = amount === '' ? null : demandProblem(amount, { min, left, scale });
  const short = available !== undefined && amount !== '' && cmp(amount, available) > 0;
  const errorText = () => {
    if (amount === '') return asked ? t('form.enter') : null;
    if (problem?.code === 'sold_out') return t('form.most', { amount: texts.amount(left, product) });
    if (problem) return t('form.least', { amount: texts.amount(min, product) });
    return short ? t('form.short', { amount: texts.amount(available ?? '0', product) }) : null;
  };
  const value = texts.amount(amount || '0', product);
  const rateOf = (terms: InvestProduct) => t('rate.aYear', { rate: texts.rate(terms.annual_rate) });
  const leastOf = (terms: InvestProduct) => texts.amount(mul(terms.share_size, String(terms.min_shares)), terms);
  const changes = (
    <Changed
      figures={[
        { label: t('rate.title'), before: rateOf(seen), now: rateOf(product) },
        { label: t('product.min'), before: leastOf(seen), now: leastOf(product) },
      ]}
    />
  );
  const items = [
    { label: t('rate.title'), value: rateOf(product), strong: true },
    { label: t('form.amount'), value, strong: true },
    { label: t('form.day'), value: texts.amount(dayInterest(amount || '0', annual_rate, scale), product) },
    { label: t('form.month'), value: texts.amount(fixedInterest(amount || '0', annual_rate, MONTH, scale), product) },
  ];
  return (
    <section className={styles.card} aria-label={t('form.title')}>
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {`${name} · ${texts.amount(unresolved.num, product)}`}
        </Unresolved>
      )}
      <AmountInput
        label={t('form.amount')}
        value={amount}
        onChange={setAmount}
        unit={currency}
        scale={scale}
        error={errorText()}
        {...(available !== undefined && { balance: available, percentages: [25, 50, 100] })}
      />
      <KeyValue items={items.slice(2)} />
      {!sheet.open && changes}
      {unsold === null ? (
        <Button
          block
          size="l"
          onClick={() => {
            setAsked(true);
            if (amount === '' || problem !== null || short) return;
            setSeen(product);
            ask(amount);
          }}
        >
          {amount === '' ? t('product.buy') : t('form.buy', { amount: value })}
        </Button>
      ) : (
        <p className={styles.risk}>{unsold}</p>
      )}
      {short && (
        <Button block variant="secondary" to={screenUrl('/pages/fund/receive', { currency_id })}>
          {t('form.deposit', { currency })}
        </Button>
      )}
      <Button block variant="secondary" to={screenUrl('/pages/fund/demandDeposit', { id })}>
        {t('demand.mine')}
      </Button>
      <ApprovalSheet
        {...sheet}
        title={name}
        items={items}
        changes={changes}
        decision={version}
        steps={[t('when.now', { amount: value }), t('when.first'), t('when.any')]}
        risk={t('loss.demand')}
      />
    </section>
  );
}
