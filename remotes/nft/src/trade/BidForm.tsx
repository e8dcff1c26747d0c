import { type ArtworkDetail, bidProblem, depositFor, maxBid, minBid, useBid } from '@tessera/api/nft';
import { useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, max, mul, sub } from '@tessera/money';
import { Button, Chip, KeyValue, showToast, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';
import { AmountInput, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
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

/** A whole bid, judged by the rules of the exchange before it is sent. */
export function BidForm({ work, margin, increment, onChanged }: Props) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const ruleOf = useSaleRules();
  const [price, setPrice] = useState('');
  const { currency, scale } = work;
  const money = (value: string) => priceFigure(value, currency, locale);
  const bidding = { price: work.price, top: work.current_bid, increment, scale };
  const least = minBid(bidding);
  const problem = price === '' ? null : bidProblem(price, bidding);
  const bid = useApproval({
    command: useBid,
    subject: work.code,
    toInput: (asked: string, approved) => ({ code: work.code, price: asked, ...approved }),
    way: 'POST /bind_box/auctionNFT',
    repeats: true,
    onRejected: onChanged,
    onDone(done) {
      setPrice('');
      showToast(t('bid.done', { amount: money(done.price) }), 'success');
      onChanged();
    },
  });
  const confirmed = bid.asked;
  const bounds = { min: money(least), max: money(maxBid(bidding)) };
  const spending = useSpendingRefusal(currency, { amount: price === '' ? null : price });
  const wrong = problem ? ruleOf(problem, { scale, ...bounds }) : (spending.overLimit ?? undefined);
  const blocked = spending.refused !== null || spending.overLimit !== null;
  // What is deposited with this bid; one that was paid never becomes less.
  const deposited = (value: string) =>
    max(
      work.viewer?.deposit_held ?? '0',
      depositFor(value, { deposit: margin, depositBp: work.terms.deposit_bp, scale }),
    );
  const rest = (value: string) => max('0', sub(value, deposited(value)));
  return (
    <section className={styles.stack} aria-label={t('bid.title')}>
      {bid.unresolved && (
        <Unresolved busy={bid.busy} onRepeat={bid.repeat}>
          {t('bid.what', { amount: money(bid.unresolved.price), name: work.name })}
        </Unresolved>
      )}
      <AmountInput
        label={t('bid.amount')}
        unit={currency}
        scale={scale}
        value={price}
        onChange={setPrice}
        placeholder={figure(least, locale)}
        helper={t('bid.least', bounds)}
        error={wrong}
        name="bid"
      />
      <div className={styles.chips}>
        {STEPS.map((steps) => {
          const value = add(least, mul(increment, steps));
          return (
            <Chip key={steps} selected={price === value} onClick={() => setPrice(value)}>
              {money(value)}
            </Chip>
          );
        })}
      </div>
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
      <Refusal text={spending.refused} />
      <Button
        size="l"
        block
        disabled={price === '' || problem !== null || bid.unresolved !== null || blocked}
        onClick={() => bid.ask(price)}
      >
        {price === '' ? t('action.bid') : t('bid.place', { amount: money(price) })}
      </Button>
      <ApprovalSheet
        {...bid.sheet}
        title={t('bid.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('bid.total'), value: money(confirmed ?? least), strong: true },
          { label: t('sale.deposit'), value: money(deposited(confirmed ?? least)) },
          { label: t('bid.rest'), value: money(rest(confirmed ?? least)) },
        ]}
        note={sentences(t('bid.binding'), terms.rest, t('bid.kept'))}
      />
    </section>
  );
}
