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
import { useTexts } from '@tessera/i18n';
import { add, formatRate, max, min, neg } from '@tessera/money';
import { ScreenLink } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, ChipGroup, KeyValue, LogInButton, Span, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { ApprovalSheet } from '@tessera/ui/approval';
import { AmountInput, Changed } from '@tessera/ui/forms';
import { definePurchase } from '@tessera/ui/purchase';
import { useState } from 'react';
import { useMarketState } from '../market/instrument/quote.ts';
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

/** What is chosen before a stake is typed; null while a term or a currency is not known. */
type Offered = { readonly term: Term | undefined; readonly paid: Payable | undefined };

type Staked = { readonly amount: string; readonly direction: Direction };

/** A stake on a direction; the fee is paid beside it. */
const optionPurchase = definePurchase<Offered, Staked>({
  start: () => ({ amount: '', direction: 'up' }),
  terms({ term, paid }) {
    const { currency = 'USDT', scale = 2, available } = paid ?? {};
    return { currency, scale, available, ...(term && paid && boundsOf(term, paid)) };
  },
  problem: ({ amount }, { term, paid }) => (term && paid ? stakeProblem(amount, boundsOf(term, paid)) : null),
  cost: ({ amount }, { term, paid }) => (term && paid ? add(amount, feeOf(amount, term.fee_rate, paid.scale)) : amount),
});

type Rates = Pick<Term, 'profit_ratio' | 'fee_rate'>;

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
  const t = useTexts('trading/options');
  const locale = useLocale();
  const session = useSession();
  const texts = useOptionTexts();
  const figures = useOptionFigures();
  const { open, halt } = useMarketState(instrument);
  const [seconds, setSeconds] = useState(() => (terms.find((term) => term.seconds === 60) ?? terms[0])?.seconds ?? 0);
  const [currencyId, setCurrencyId] = useState<number | null>(null);
  const term = terms.find((each) => each.seconds === seconds);
  const paid = payable?.find((each) => each.currency_id === currencyId) ?? payable?.[0];
  const purchase = optionPurchase.usePurchase({
    offer: { term, paid },
    spending: { keeps: false, braked: true },
    command: useOpenOption,
    subject: instrument.symbol,
    toInput: ({ offer, entered }, { key }): Placement => ({
      match_id: matchId,
      currency_id: offer.paid?.currency_id ?? 0,
      seconds: offer.term?.seconds ?? 0,
      direction: entered.direction,
      stake: entered.amount,
      profit_ratio: offer.term?.profit_ratio ?? '0',
      fee_rate: offer.term?.fee_rate ?? '0',
      payPassword: key,
    }),
    onMoved,
    onDone(option) {
      showToast(t('option.opened'), 'success');
      onOpened(option);
    },
  });
  if (!term) return <Text>{t('option.noTerms')}</Text>;
  const pause = paused.get(term.seconds);
  const { terms: unit, refusal, asked: confirmed } = purchase;
  const refused = purchase.refused?.offer.term;
  const stake = purchase.values.amount;
  const figuresOf = ({ profit_ratio: ratio, fee_rate: feeRate }: Rates, amount: string) => ({
    stake: amount,
    ratio,
    feeRate,
    unit,
  });
  const shown = stake === '' ? null : figures.of(figuresOf(term, stake));
  return (
    <section className={styles.form} aria-label={t('option.form')}>
      <Text as="span" weight="normal">
        {t('option.term')}
      </Text>
      <ChipGroup
        label={t('option.term')}
        wrap
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
        options={terms.map((each) => ({
          value: String(each.seconds),
          label: (
            <>
              {texts.term(each.seconds)} <Span tone="up">+{formatRate(each.profit_ratio, locale, 0)}</Span>
            </>
          ),
        }))}
      />
      {pause && <Text role="status">{t(`option.paused.${pause}`)}</Text>}
      {paid && (
        <div className={styles.stakeTop}>
          {payable && payable.length > 1 && (
            <ChipGroup
              label={t('option.currency')}
              value={String(paid.currency_id)}
              onChange={(value) => {
                setCurrencyId(Number(value));
                purchase.set({ amount: '' });
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
        {...purchase.field}
        label={t('option.stake')}
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
      {refusal !== null && <Text role="status">{refusal}</Text>}
      {session ? (
        <Stack gap={3} pairs>
          {(['up', 'down'] as const).map((way) => (
            <Button
              key={way}
              block
              size="l"
              variant={way === 'up' ? 'buy' : 'sell'}
              disabled={!open || halt !== null || !paid || pause !== undefined || refusal !== null}
              onClick={() => purchase.submit({ direction: way })}
            >
              {texts.direction(way)}
            </Button>
          ))}
        </Stack>
      ) : (
        <LogInButton block size="l">
          {t('form.login', { ns: 'trading' })}
        </LogInButton>
      )}
      <Text>
        {t('option.odds', {
          rate: formatRate(breakEvenRate(term.profit_ratio, term.fee_rate), locale),
          cost: formatRate(neg(expectedResult(term.profit_ratio, term.fee_rate)), locale),
        })}
      </Text>
      {confirmed?.offer.term && (
        <ApprovalSheet
          {...purchase.sheet}
          title={`${texts.direction(confirmed.entered.direction)} · ${instrument.symbol}`}
          items={[
            { label: t('option.term'), value: texts.term(confirmed.offer.term.seconds) },
            { label: t('option.stake'), value: texts.amount(confirmed.entered.amount, unit) },
            ...figures.confirmed(figuresOf(confirmed.offer.term, confirmed.entered.amount)),
            { label: t('option.strike'), value: t('option.strikeLater') },
          ]}
        />
      )}
    </section>
  );
}
