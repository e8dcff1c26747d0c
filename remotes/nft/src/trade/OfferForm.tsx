import { depositOf, type SaleTerms, splitPrice, useResell, useSellWork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Button, Chip, Inline, KeyValue, type KeyValueItem, Note, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';
import { AmountInput, SegmentedControl, TextInput, Unresolved, useEntries } from '@tessera/ui/forms';
import type { Result } from '@tessera/ui/result';
import { type ReactNode, useState } from 'react';
import { countFigure, priceFigure } from '../figures.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { draftProblem, localOf, momentOf, NEW_RESALE, PLACES, type ResaleDraft, resaleInput } from './resale-draft.ts';
import styles from './Trade.module.css';
import { useSaleRules } from './use-sale-rules.ts';

const DAY = 86_400_000;
const DAYS = [1, 3, 7, 30] as const;

export type Offered = {
  readonly code: string;
  readonly name: string;
  readonly royalty_bp: number;
};

type Priced = { readonly currency: string; readonly scale: number };

type Props = {
  readonly work: Offered;
  /** Shows it, above the form. */
  readonly children: ReactNode;
  readonly terms: SaleTerms;
  /** What it can be priced in; one where that is settled. Not empty. */
  readonly currencies: readonly [Priced, ...Priced[]];
  /** Of an artist's own sale: how many editions it offers. Null of a resale. */
  readonly editions: number | null;
  /** Whether it can be sold by auction, which sells one item. */
  readonly auctions: boolean;
  readonly onDone: (result: Result) => void;
};

/** An own item, or a work of the artist's own, at a price or by auction, with what is left after fee and royalty. */
export function OfferForm({ work, children, terms, currencies, editions, auctions, onDone }: Props) {
  const t = useTexts('nft');
  const locale = useLocale();
  const ruleOf = useSaleRules();
  const texts = useTermTexts(terms);
  const [chosen, setChosen] = useState(currencies[0].currency);
  const { currency, scale } = currencies.find((each) => each.currency === chosen) ?? currencies[0];
  const { royalty_bp } = work;
  const resale = editions === null;
  const money = (value: string) => priceFigure(value, currency, locale);
  const several = editions !== null && editions > 1;
  const now = serverNow();
  const {
    values: draft,
    set,
    field,
    valid,
  } = useEntries<ResaleDraft>(
    () => NEW_RESALE,
    (entered) => {
      const problem = draftProblem(entered, scale, now);
      return problem ? { [PLACES[problem.field] ?? problem.field]: ruleOf(problem, { scale }) } : {};
    },
  );
  const auction = draft.saleType === 'auction';
  const handlers = {
    subject: work.code,
    repeats: true,
    onDone() {
      onDone({
        title: t('resell.done', { name: work.name }),
        items: offered(),
        next: [t(resale ? 'resell.locked' : 'resell.lockedFirst')],
      });
    },
  };
  const resell = useApproval({
    ...handlers,
    command: useResell,
    toInput: (offered: ResaleDraft, approved) => ({ ...resaleInput(work.code, offered), ...approved }),
    way: 'POST /bind_box/resellNFT',
  });
  const sell = useApproval({
    ...handlers,
    command: useSellWork,
    toInput: (offered: ResaleDraft, { key }) => ({ ...resaleInput(work.code, offered), key, currency }),
  });
  const { ask, sheet, busy, unresolved, repeat } = resale ? resell : sell;
  const split =
    draft.price === '' ? null : splitPrice(draft.price, { feeBp: terms.fee_bp, royaltyBp: royalty_bp, resale, scale });
  const starts = momentOf(draft.start);
  const ends = momentOf(draft.end);
  const royalty: KeyValueItem = {
    label: t('work.royalty'),
    value: (
      <Explained
        title={t('work.royalty')}
        value={split ? `−${money(split.royalty)}` : texts.rate(royalty_bp)}
        note={t('terms.royalty', { rate: texts.rate(royalty_bp) })}
      />
    ),
  };
  const shares: KeyValueItem[] = [
    {
      label: t('resell.fee'),
      value: (
        <Explained
          title={t('resell.fee')}
          value={split ? `−${money(split.fee)}` : texts.rate(terms.fee_bp)}
          note={texts.fee}
        />
      ),
    },
    ...(resale ? [royalty] : []),
    {
      label: t(auction ? 'resell.getLeast' : 'resell.get'),
      value: split ? (
        <Explained
          title={t(auction ? 'resell.getLeast' : 'resell.get')}
          value={money(split.seller)}
          formula={[
            t(resale ? 'resell.formula' : 'resell.formulaFirst'),
            [draft.price, split.fee, ...(resale ? [split.royalty] : [])]
              .map(money)
              .join(' − ')
              .concat(` = ${money(split.seller)}`),
          ]}
          note={auction ? t(resale ? 'resell.getNote' : 'resell.getNoteFirst') : undefined}
        />
      ) : (
        '–'
      ),
      strong: true,
    },
  ];
  /** The offer, with every figure. */
  const offered = (): KeyValueItem[] => [
    { label: t('filter.sale'), value: t(`saleType.${draft.saleType}`) },
    { label: t(auction ? 'card.startPrice' : 'card.price'), value: money(draft.price || '0') },
    ...(several ? [{ label: t('work.editions'), value: countFigure(editions ?? 1, locale) }] : []),
    ...(auction
      ? [
          { label: t('sale.increment'), value: money(draft.increment || '0') },
          {
            label: t('resell.deposit'),
            value: money(depositOf(draft.price || '0', terms.deposit_bp, scale)),
          },
        ]
      : []),
    { label: t('sale.from'), value: starts === null ? t('resell.now') : formatMoment(starts, locale) },
    { label: t('sale.until'), value: ends === null ? t('sale.noEnd') : formatMoment(ends, locale) },
    ...(split
      ? [
          { label: t('resell.fee'), value: `−${money(split.fee)}` },
          ...(resale ? [{ label: t('work.royalty'), value: `−${money(split.royalty)}` }] : []),
          { label: t(auction ? 'resell.getLeast' : 'resell.get'), value: money(split.seller), strong: true },
        ]
      : []),
  ];
  return (
    <div className={styles.stack}>
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {t('resell.what', { name: work.name, price: money(unresolved.price) })}
        </Unresolved>
      )}
      {children}
      {auctions ? (
        <SegmentedControl
          label={t('filter.sale')}
          value={draft.saleType}
          onChange={(saleType) => set({ saleType })}
          options={[
            { value: 'normal', label: t('saleType.normal') },
            { value: 'auction', label: t('saleType.auction') },
          ]}
        />
      ) : (
        <Note tone="plain">{t('resell.oneOnly')}</Note>
      )}
      {currencies.length > 1 && (
        <SegmentedControl
          label={t('filter.currency')}
          value={currency}
          onChange={setChosen}
          options={currencies.map((each) => ({ value: each.currency, label: each.currency }))}
        />
      )}
      <AmountInput
        label={t(auction ? 'card.startPrice' : 'card.price')}
        unit={currency}
        scale={scale}
        {...field('price')}
        helper={
          resale ? t('resell.currency', { currency }) : several ? t('resell.each', { count: editions ?? 1 }) : undefined
        }
      />
      {auction && (
        <AmountInput
          label={t('sale.increment')}
          unit={currency}
          scale={scale}
          {...field('increment')}
          helper={t('resell.incrementHelp')}
        />
      )}
      <TextInput
        label={t('resell.start')}
        type="datetime-local"
        {...field('start')}
        min={localOf(now)}
        max={localOf(now + terms.max_lead)}
        helper={t('resell.startHelp')}
      />
      <TextInput
        label={t('resell.end')}
        type="datetime-local"
        {...field('end')}
        min={draft.start === '' ? localOf(now) : draft.start}
        helper={t(auction ? 'resell.endAuction' : 'resell.endHelp')}
      />
      <Inline gap={2} wrap>
        {DAYS.map((days) => (
          <Chip key={days} onClick={() => set({ end: localOf((starts ?? serverNow()) + days * DAY) })}>
            {t('resell.days', { count: days })}
          </Chip>
        ))}
      </Inline>
      <KeyValue items={shares} />
      <Button size="l" block disabled={!valid || unresolved !== null} onClick={() => ask(draft)}>
        {t('resell.review')}
      </Button>
      <ApprovalSheet
        {...sheet}
        title={t('resell.confirm')}
        items={[{ label: t('buy.work'), value: work.name }, ...offered()]}
        note={t(resale ? 'resell.locked' : 'resell.lockedFirst')}
      />
    </div>
  );
}
