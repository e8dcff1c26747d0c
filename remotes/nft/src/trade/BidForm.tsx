import { type ArtworkDetail, bidProblem, depositFor, maxBid, minBid, useBid } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { add, formatMoment, max, mul, sub } from '@tessera/money';
import { Button, Chip, Inline, KeyValue, useLocale } from '@tessera/ui';
import { ApprovalSheet } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';
import { AmountInput, Unresolved } from '@tessera/ui/forms';
import { definePurchase } from '@tessera/ui/purchase';
import { useResult } from '@tessera/ui/result';
import { figure, priceFigure } from '../figures.ts';
import { sentences } from '../works/sentences.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { Refusal } from './Refusal.tsx';
import styles from './Trade.module.css';
import { useSaleRules } from './use-sale-rules.ts';

type Props = {
  readonly work: ArtworkDetail;
  readonly margin: string;
  readonly increment: string;
  readonly onChanged: () => void;
};

/** Steps above the lowest bid that are offered. */
const STEPS = ['0', '1', '4'] as const;

type Bidding = Pick<Props, 'work' | 'margin' | 'increment'>;

const boundsOf = ({ work: { price, current_bid, scale }, increment }: Bidding) => ({
  price,
  top: current_bid,
  increment,
  scale,
});

/** What is deposited with this bid; one that was paid never becomes less. */
const depositedBy = (value: string, { work: { viewer, terms, scale }, margin }: Bidding) =>
  max(viewer?.deposit_held ?? '0', depositFor(value, { deposit: margin, depositBp: terms.deposit_bp, scale }));

/** A whole bid; what it takes at once is the rest of its deposit. */
const bidPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ work: { currency, scale }, ...offer }: Bidding) => ({ currency, scale, ...offer }),
  problem: ({ amount }, offer) => bidProblem(amount, boundsOf(offer)),
  cost: ({ amount }, offer) => sub(depositedBy(amount, offer), offer.work.viewer?.deposit_held ?? '0'),
});

/** A whole bid, judged by the rules of the exchange before it is sent. */
export function BidForm({ work, margin, increment, onChanged }: Props) {
  const t = useTexts('nft');
  const result = useResult();
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const ruleOf = useSaleRules();
  const { currency, scale } = work;
  const money = (value: string) => priceFigure(value, currency, locale);
  const offer = { work, margin, increment };
  const bidding = boundsOf(offer);
  const least = minBid(bidding);
  const bounds = { min: money(least), max: money(maxBid(bidding)) };
  const form = bidPurchase.useForm();
  const bid = bidPurchase.usePurchase({
    offer,
    form,
    spending: { amount: form.values.amount || null },
    wording: (failure) => (failure.code === 'insufficient_balance' ? undefined : ruleOf(failure, { scale, ...bounds })),
    command: useBid,
    subject: work.code,
    toInput: ({ entered, offer: shown }, approved) => ({
      code: work.code,
      price: entered.amount,
      currency: shown.work.currency,
      ...approved,
    }),
    way: 'POST /bind_box/auctionNFT',
    onRejected: onChanged,
    onDone(done) {
      result.show({
        title: t('bid.done', { amount: money(done.price) }),
        items: [
          { label: t('buy.work'), value: work.name },
          { label: t('sale.deposit'), value: money(deposited(done.price)) },
          { label: t('bid.rest'), value: money(rest(done.price)) },
          ...(work.end_time === null ? [] : [{ label: t('sale.until'), value: formatMoment(work.end_time, locale) }]),
        ],
        next: [terms.extension, terms.rest],
      });
      onChanged();
    },
  });
  const price = bid.values.amount;
  const confirmed = bid.asked?.entered.amount ?? least;
  const deposited = (value: string) => depositedBy(value, offer);
  const rest = (value: string) => max('0', sub(value, deposited(value)));
  return (
    <section className={styles.stack} aria-label={t('bid.title')}>
      {bid.unresolved && (
        <Unresolved busy={bid.busy} onRepeat={bid.repeat}>
          {t('bid.what', { amount: money(bid.unresolved.price), name: work.name })}
        </Unresolved>
      )}
      <AmountInput
        {...bid.field}
        label={t('bid.amount')}
        placeholder={figure(least, locale)}
        helper={t('bid.least', bounds)}
        name="bid"
      />
      <Inline gap={2} wrap>
        {STEPS.map((steps) => {
          const value = add(least, mul(increment, steps));
          return (
            <Chip key={steps} selected={price === value} onClick={() => bid.set({ amount: value })}>
              {money(value)}
            </Chip>
          );
        })}
      </Inline>
      <KeyValue
        items={[
          {
            label: t('bid.total'),
            value: (
              <Explained title={t('bid.total')} value={money(price === '' ? least : price)} note={t('bid.totalNote')} />
            ),
          },
          {
            label: t('bid.rest'),
            value: (
              <Explained
                title={t('bid.rest')}
                value={money(rest(price === '' ? least : price))}
                formula={[
                  `${t('bid.total')} − ${t('sale.deposit')}`,
                  `${money(price === '' ? least : price)} − ${money(deposited(price === '' ? least : price))} = ${money(rest(price === '' ? least : price))}`,
                ]}
                note={terms.rest}
              />
            ),
          },
        ]}
      />
      <Refusal text={bid.refusal} />
      <Button
        size="l"
        block
        disabled={!bid.ready || bid.unresolved !== null || bid.refusal !== null}
        onClick={() => bid.submit()}
      >
        {price === '' ? t('action.bid') : t('bid.place', { amount: money(price) })}
      </Button>
      <ApprovalSheet
        {...bid.sheet}
        title={t('bid.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('bid.total'), value: money(confirmed), strong: true },
          { label: t('sale.deposit'), value: money(deposited(confirmed)) },
          { label: t('bid.rest'), value: money(rest(confirmed)) },
        ]}
        note={sentences(t('bid.binding'), terms.rest, t('bid.kept'))}
      />
      {result.screen}
    </section>
  );
}
