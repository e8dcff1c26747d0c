import type { Instrument } from '@tessera/api/instruments';
import {
  breakEvenRate,
  type Direction,
  expectedResult,
  feeOf,
  type Option,
  type Placement,
  stakeProblem,
  useOpenOption,
  type useOptionTerms,
  type usePayableCurrencies,
} from '@tessera/api/options';
import { useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, cmp, formatRate, max, min, neg } from '@tessera/money';
import { ScreenLink } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, ChipGroup, KeyValue, LogInButton, showToast, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AmountInput, Changed } from '@tessera/ui/forms';
import { useState } from 'react';
import { useMarketState } from '../spot/instrument/quote.ts';
import { transferPath } from './chosen-option.ts';
import styles from './Options.module.css';
import { useOptionFigures } from './use-option-figures.tsx';
import { useOptionTexts } from './use-option-texts.ts';

export type Terms = NonNullable<ReturnType<typeof useOptionTerms>['data']>;
export type Term = Terms['list'][number];
export type Payable = NonNullable<ReturnType<typeof usePayableCurrencies>['data']>['list'][number];

/** What a stake may be, as far as it follows from the term and the currency. */
export const boundsOf = (term: Term, { currency, min_number, max_number, scale }: Payable) => ({
  // The bounds of a term are in USDT.
  min: currency === 'USDT' ? max(min_number, term.min_number) : min_number,
  max: currency === 'USDT' ? min(max_number, term.max_number) : max_number,
  scale,
});

type Rates = Pick<Term, 'profit_ratio' | 'fee_rate'>;
type Opening = Omit<Placement, 'payPassword' | keyof Rates> & Rates;

const changed = (of: (term: Rates) => string, was: Rates, is: Rates) => ({ before: of(was), now: of(is) });

type OptionFormProps = {
  readonly instrument: Instrument;
  readonly matchId: number;
  readonly terms: readonly Term[];
  /** Why a term is not sold on this instrument for now, by its seconds. */
  readonly paused: ReadonlyMap<number, Terms['paused'][number]['reason']>;
  /** Undefined for guests and until it is known. */
  readonly payable: readonly Payable[] | undefined;
  readonly onOpened: (option: Option) => void;
  /** A term is another one than is shown. */
  readonly onMoved: () => void;
};

/** Term and stake of an option, what it can bring and cost, and the two directions. */
export function OptionForm({ instrument, matchId, terms, paused, payable, onOpened, onMoved }: OptionFormProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const session = useSession();
  const texts = useOptionTexts();
  const figures = useOptionFigures();
  const { open, halt } = useMarketState(instrument);
  const [seconds, setSeconds] = useState(() => (terms.find((term) => term.seconds === 60) ?? terms[0])?.seconds ?? 0);
  const [currencyId, setCurrencyId] = useState<number | null>(null);
  const [stake, setStake] = useState('');
  const [asked, setAsked] = useState(false);
  const approval = useApproval({
    command: useOpenOption,
    subject: instrument.symbol,
    toInput: (placement: Opening, { key }) => ({ ...placement, payPassword: key }),
    repeats: true,
    onMoved,
    onDone(option) {
      showToast(t('option.opened'), 'success');
      setStake('');
      setAsked(false);
      onOpened(option);
    },
  });

  const term = terms.find((each) => each.seconds === seconds);
  const paid = payable?.find((each) => each.currency_id === currencyId) ?? payable?.[0];
  const spending = useSpendingRefusal(paid?.currency ?? 'USDT', {
    amount: stake === '' ? null : stake,
    keeps: false,
    braked: true,
  });
  if (!term) return <p className={styles.note}>{t('option.noTerms')}</p>;
  const pause = paused.get(term.seconds);
  const bounds = paid && boundsOf(term, paid);
  const unit = { scale: paid?.scale ?? 2, currency: paid?.currency ?? 'USDT' };
  const amount = stake === '' ? null : stake;
  const { asked: confirmed, refused } = approval;
  const problem = () => {
    if (!paid || !bounds) return null;
    if (amount === null) return asked ? t('option.enterStake') : null;
    if (cmp(add(amount, feeOf(amount, term.fee_rate, paid.scale)), paid.available) > 0) return null;
    const found = stakeProblem(amount, bounds);
    if (found?.code === 'amount_too_large') return t('option.atMost', { value: texts.amount(bounds.max, unit) });
    if (found && asked) return t('option.atLeast', { value: texts.amount(bounds.min, unit) });
    return spending.overLimit;
  };
  const error = problem();
  const covered =
    paid !== undefined &&
    amount !== null &&
    cmp(add(amount, feeOf(amount, term.fee_rate, paid.scale)), paid.available) <= 0;
  const fits = covered && bounds !== undefined && amount !== null && stakeProblem(amount, bounds) === null;
  const shown =
    amount === null ? null : figures.of({ stake: amount, ratio: term.profit_ratio, feeRate: term.fee_rate, unit });
  const choose = (chosen: Direction) => {
    setAsked(true);
    if (!fits || !paid || amount === null || spending.overLimit !== null) return;
    approval.ask({
      match_id: matchId,
      currency_id: paid.currency_id,
      seconds,
      direction: chosen,
      stake: amount,
      profit_ratio: term.profit_ratio,
      fee_rate: term.fee_rate,
    });
  };
  return (
    <section className={styles.form} aria-label={t('option.form')}>
      <span className={styles.label}>{t('option.term')}</span>
      <ChipGroup
        label={t('option.term')}
        wrap
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
        options={terms.map((each) => ({
          value: String(each.seconds),
          label: (
            <>
              {texts.term(each.seconds)}{' '}
              <span className={styles.ratio}>+{formatRate(each.profit_ratio, locale, 0)}</span>
            </>
          ),
        }))}
      />
      {pause && (
        <p className={styles.note} role="status">
          {t(`option.paused.${pause}`)}
        </p>
      )}
      {paid && (
        <div className={styles.stakeTop}>
          {payable && payable.length > 1 && (
            <ChipGroup
              label={t('option.currency')}
              value={String(paid.currency_id)}
              onChange={(value) => {
                setCurrencyId(Number(value));
                setStake('');
              }}
              options={payable.map((each) => ({ value: String(each.currency_id), label: each.currency }))}
            />
          )}
          <ScreenLink className={styles.link} to={transferPath(paid.currency_id)}>
            {t('option.transfer')}
          </ScreenLink>
        </div>
      )}
      <AmountInput
        label={t('option.stake')}
        value={stake}
        onChange={(value) => {
          setAsked(false);
          setStake(value);
        }}
        unit={unit.currency}
        scale={unit.scale}
        error={error}
        {...(paid && { balance: paid.available, percentages: [25, 50, 100] })}
      />
      <KeyValue
        items={[
          shown?.win ?? { label: t('option.win'), value: '–', strong: true },
          shown?.lose ?? { label: t('option.lose'), value: '–' },
          ...(shown?.fee ?? []),
          figures.breakEven(term.profit_ratio, term.fee_rate),
        ]}
      />
      {refused?.seconds === term.seconds && (
        <Changed
          figures={[
            { label: t('option.yield'), ...changed((from) => formatRate(from.profit_ratio, locale), refused, term) },
            { label: t('option.feeRate'), ...changed((from) => formatRate(from.fee_rate, locale), refused, term) },
          ]}
        />
      )}
      {spending.refused !== null && (
        <p className={styles.note} role="status">
          {spending.refused}
        </p>
      )}
      {session ? (
        <div className={styles.directions}>
          {(['up', 'down'] as const).map((way) => (
            <Button
              key={way}
              block
              size="l"
              variant={way === 'up' ? 'buy' : 'sell'}
              disabled={!open || halt !== null || !paid || pause !== undefined || spending.refused !== null}
              onClick={() => choose(way)}
            >
              {texts.direction(way)}
            </Button>
          ))}
        </div>
      ) : (
        <LogInButton block size="l">
          {t('form.login')}
        </LogInButton>
      )}
      <p className={styles.note}>
        {t('option.odds', {
          rate: formatRate(breakEvenRate(term.profit_ratio, term.fee_rate), locale),
          cost: formatRate(neg(expectedResult(term.profit_ratio, term.fee_rate)), locale),
        })}
      </p>
      {confirmed && (
        <ApprovalSheet
          {...approval.sheet}
          title={`${texts.direction(confirmed.direction)} · ${instrument.symbol}`}
          items={[
            { label: t('option.term'), value: texts.term(confirmed.seconds) },
            { label: t('option.stake'), value: texts.amount(confirmed.stake, unit) },
            ...figures.confirmed({
              stake: confirmed.stake,
              ratio: confirmed.profit_ratio,
              feeRate: confirmed.fee_rate,
              unit,
            }),
            { label: t('option.strike'), value: t('option.strikeLater') },
          ]}
        />
      )}
    </section>
  );
}
