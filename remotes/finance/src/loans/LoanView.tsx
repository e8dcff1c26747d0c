import {
  type Loan,
  type LoanApplication,
  type LoanTermsOutput,
  repaymentProblem,
  useAddCollateral,
  useRepayLoan,
} from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { formatMoment, formatRate, isPositive } from '@tessera/money';
import { Button, Card, KeyValue, List, ListRow, Note, Text, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';
import { AmountInput } from '@tessera/ui/forms';
import { definePurchase } from '@tessera/ui/purchase';
import { type Result, useResult } from '@tessera/ui/result';
import { PRICE_DIGITS } from './Cost.tsx';
import { figure, percent } from './figures.ts';
import { Gauge } from './Gauge.tsx';
import styles from './Loans.module.css';

type Action = 'all' | 'part' | 'collateral';

/** A part that is repaid, or collateral that is added. */
const payment = definePurchase({
  start: () => ({ amount: '', action: null as Action | null }),
  terms: ({ application: { scale, margin_currency, margin_scale } }: Props, { action }) =>
    action === 'collateral' ? { currency: margin_currency, scale: margin_scale } : { currency: 'USDT', scale },
  problem({ amount, action }, { application: { scale }, loan, terms }) {
    if (action === 'part') return repaymentProblem(amount, { owed: loan.owed, least: terms.min_repayment, scale });
    return isPositive(amount) ? null : { code: 'field_must_be_positive' };
  },
});

function Actions({ application, loan, terms, onDone }: Props & { readonly onDone: (result: Result) => void }) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const { id } = application;
  const form = payment.useForm();
  // Limits of orders and debts do not hold for what reduces a debt.
  const {
    field,
    ready,
    terms: paid,
  } = payment.useEntry({
    offer: { application, loan, terms },
    form,
    spending: { limited: false, keeps: false },
  });
  const { action, amount } = form.values;
  /** What is still owed and locked after it. */
  const doneBy = (title: string, given: string, { loan: after, ...of }: LoanApplication) => {
    form.reset();
    const open = after !== null && after.ended_at === null;
    onDone({
      title,
      amount: given,
      ...(open && {
        items: [
          { label: t('owedNow'), value: figure(after.owed, of.scale, locale, 'USDT'), strong: true },
          { label: t('collateral'), value: figure(of.margin_number, of.margin_scale, locale, of.margin_currency) },
          {
            label: t('liquidationPrice'),
            value: figure(after.liquidation_price, PRICE_DIGITS, locale, 'USDT'),
          },
          { label: t('due'), value: formatMoment(after.due_at, locale) },
        ],
        next: [t('blocked')],
      }),
    });
  };
  const repay = useApproval({
    command: useRepayLoan,
    toInput: (number: string | null, { key }) => ({ id, key, ...(number !== null && { number }) }),
    onDone: (done, { number }) =>
      doneBy(
        t(done.loan?.state === 'repaid' ? 'e_repaid' : 'e_repayment'),
        figure(number ?? loan.owed, paid.scale, locale, 'USDT'),
        done,
      ),
  });
  const add = useApproval({
    command: useAddCollateral,
    toInput: (number: string, { key }) => ({ id, number, key }),
    onDone: (done, { number }) =>
      doneBy(
        t('e_collateral_added'),
        figure(number, application.margin_scale, locale, application.margin_currency),
        done,
      ),
  });
  const collateral = action === 'collateral';
  const shown = action === 'all' ? loan.owed : amount || '0';
  const titles: Readonly<Record<Action, string>> = {
    all: t('repayAll'),
    part: t('repayPart'),
    collateral: t('addCollateral'),
  };
  const choose = (next: Action) => {
    form.set({ action: next, amount: '' });
    if (next === 'all') repay.ask(null);
  };
  return (
    <>
      <Button block size="l" onClick={() => choose('all')}>
        {t('repayAll')}
      </Button>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => choose('part')}>
          {t('repayPart')}
        </Button>
        <Button variant="secondary" onClick={() => choose('collateral')}>
          {t('addCollateral')}
        </Button>
      </div>
      {action !== null && action !== 'all' && (
        <>
          <AmountInput {...field} label={titles[action]} percentages={[25, 50, 100]} />
          <Button block disabled={!ready} onClick={() => (collateral ? add : repay).ask(amount)}>
            {t('confirm')}
          </Button>
        </>
      )}
      <ApprovalSheet
        {...(collateral ? add : repay).sheet}
        title={action === null ? '' : titles[action]}
        items={[{ label: t('amount'), value: figure(shown, paid.scale, locale, paid.currency), strong: true }]}
      />
    </>
  );
}

type Props = {
  readonly application: LoanApplication;
  readonly loan: Loan;
  readonly terms: LoanTermsOutput;
};

/** A loan that is open or has ended: its risk first, then what is owed, then what happened. */
export function LoanView({ application, loan, terms }: Props) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const result = useResult();
  const { scale, margin_currency: currency, margin_scale, margin_number } = application;
  const usdt = (value: string, digits = scale) => figure(value, digits, locale, 'USDT');
  const open = loan.state === 'running' || loan.state === 'overdue';
  const risk = { ratio: percent(loan.liquidation_ratio, locale), fee: percent(loan.liquidation_fee, locale) };
  return (
    <>
      {open ? (
        <Card gap={3} aria-label={t('ratio')}>
          <Gauge
            label={t('ratio')}
            ratio={loan.risk_rate}
            liquidation={loan.liquidation_ratio}
            warning={loan.warnings[0]?.ratio ?? loan.liquidation_ratio}
          />
          {loan.state === 'overdue' && <Note>{t('overdue')}</Note>}
          {loan.paused !== null && <Note>{t('paused')}</Note>}
          <KeyValue
            items={[
              {
                label: t('liquidationPrice'),
                value: (
                  <Explained
                    title={t('liquidationPrice')}
                    value={usdt(loan.liquidation_price, PRICE_DIGITS)}
                    formula={`${usdt(loan.owed)} × ${risk.ratio} % / ${figure(margin_number, margin_scale, locale, currency)} = ${usdt(loan.liquidation_price, PRICE_DIGITS)}`}
                    note={t('liquidationNote', risk)}
                  />
                ),
                strong: true,
              },
              ...loan.warnings.map(({ ratio, price }) => ({
                label: `${t('warning')} ${percent(ratio, locale)} %`,
                value: usdt(price, PRICE_DIGITS),
              })),
              { label: t('collateral'), value: figure(margin_number, margin_scale, locale, currency) },
            ]}
          />
        </Card>
      ) : (
        <Text tone="normal" size={14} role="status">
          {t(loan.state === 'repaid' ? 'repaid' : 'liquidated')}
        </Text>
      )}
      {open && (
        <Card gap={3} aria-label={t('myLoan')}>
          <KeyValue
            items={[
              { label: t('principal'), value: usdt(loan.principal) },
              {
                label: t('interestNow'),
                value: (
                  <Explained
                    title={t('rate')}
                    value={usdt(loan.interest)}
                    formula={`${usdt(loan.principal)} × ${formatRate(loan.day_rate, locale, 4)}`}
                    note={t('rateNote')}
                  />
                ),
              },
              { label: t('penalty'), value: usdt(loan.penalty) },
              { label: t('owedNow'), value: usdt(loan.owed), strong: true },
              { label: t('due'), value: formatMoment(loan.due_at, locale) },
              ...(loan.next_interest
                ? [{ label: t('schedule'), value: formatMoment(loan.next_interest.at, locale) }]
                : []),
            ]}
          />
          <Actions application={application} loan={loan} terms={terms} onDone={result.show} />
          <Text>{t('blocked')}</Text>
        </Card>
      )}
      <List card label={t('history')}>
        {[...loan.events].reverse().map(({ kind, at, number }, index) => (
          <ListRow
            // Several events of a kind may have one time.
            key={`${at}-${kind}-${loan.events.length - index}`}
            title={t(`e_${kind}`)}
            subtitle={formatMoment(at, locale)}
            value={
              kind === 'warning'
                ? `${percent(number, locale)} %`
                : kind === 'collateral_added'
                  ? figure(number, margin_scale, locale, currency)
                  : usdt(number)
            }
          />
        ))}
      </List>
      {result.screen}
    </>
  );
}
