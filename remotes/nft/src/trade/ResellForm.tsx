import { ApiError } from '@tessera/api';
import { type ArtworkDetail, depositOf, type SaleTerms, splitPrice, useResell } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Button, Chip, KeyValue, type KeyValueItem, showToast, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { AmountInput, SegmentedControl, TextInput, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import { priceFigure } from '../figures.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { PaySheet } from './PaySheet.tsx';
import { draftProblem, localOf, momentOf, NEW_RESALE, type ResaleDraft, resaleInput } from './resale-draft.ts';
import styles from './Trade.module.css';
import { useSaleRules } from './use-sale-rules.ts';
import { WorkLine } from './WorkLine.tsx';

const DAY = 86_400_000;
const DAYS = [1, 3, 7, 30] as const;

type Props = { readonly work: ArtworkDetail; readonly terms: SaleTerms; readonly onDone: () => void };

/** An own item at a price or by auction, with what is left after fee and royalty. */
export function ResellForm({ work, terms, onDone }: Props) {
  const t = useTexts('nft');
  const locale = useLocale();
  const ruleOf = useSaleRules();
  const texts = useTermTexts(terms);
  const [draft, setDraft] = useState<ResaleDraft>(NEW_RESALE);
  const [confirmed, setConfirmed] = useState<ResaleDraft | null>(null);
  const [rejection, setRejection] = useState<string | null>(null);
  const [endLeft, setEndLeft] = useState(false);
  const { currency, scale } = work;
  const { royalty_bp } = work.terms;
  const money = (value: string) => priceFigure(value, currency, locale);
  const auction = draft.saleType === 'auction';
  const now = serverNow();
  const problem = draftProblem(draft, scale, now);
  const set = (changes: Partial<ResaleDraft>) => setDraft({ ...draft, ...changes });
  /** What is wrong with a field, once it was filled in. */
  const errorOf = (field: string, filled: boolean) =>
    problem?.field === field && filled ? ruleOf(problem, { scale }) : undefined;
  const resell = useResell({
    subject: work.code,
    onDone() {
      setConfirmed(null);
      showToast(t('resell.done', { name: work.name }), 'success');
      onDone();
    },
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setRejection(problemText(error));
      setConfirmed(null);
      showToast(problemText(error), 'error');
    },
    onUnresolved: () => setConfirmed(null),
  });
  const split =
    draft.price === ''
      ? null
      : splitPrice(draft.price, { feeBp: terms.fee_bp, royaltyBp: royalty_bp, resale: true, scale });
  const starts = momentOf(draft.start);
  const ends = momentOf(draft.end);
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
    {
      label: t('work.royalty'),
      value: (
        <Explained
          title={t('work.royalty')}
          value={split ? `−${money(split.royalty)}` : texts.rate(royalty_bp)}
          note={t('terms.royalty', { rate: texts.rate(royalty_bp) })}
        />
      ),
    },
    {
      label: t(auction ? 'resell.getLeast' : 'resell.get'),
      value: split ? (
        <Explained
          title={t(auction ? 'resell.getLeast' : 'resell.get')}
          value={money(split.seller)}
          formula={[
            t('resell.formula'),
            `${money(draft.price)} − ${money(split.fee)} − ${money(split.royalty)} = ${money(split.seller)}`,
          ]}
          note={auction ? t('resell.getNote') : undefined}
        />
      ) : (
        '–'
      ),
      strong: true,
    },
  ];
  return (
    <div className={styles.stack}>
      {resell.unresolved && (
        <Unresolved busy={resell.busy} onRepeat={resell.repeat}>
          {t('resell.what', { name: work.name, price: money(resell.unresolved.price) })}
        </Unresolved>
      )}
      <WorkLine work={work} />
      <SegmentedControl
        label={t('filter.sale')}
        value={draft.saleType}
        onChange={(saleType) => set({ saleType })}
        options={[
          { value: 'normal', label: t('saleType.normal') },
          { value: 'auction', label: t('saleType.auction') },
        ]}
      />
      <AmountInput
        label={t(auction ? 'card.startPrice' : 'card.price')}
        unit={currency}
        scale={scale}
        value={draft.price}
        onChange={(price) => set({ price })}
        error={errorOf('price', draft.price !== '')}
        helper={t('resell.currency', { currency })}
      />
      {auction && (
        <AmountInput
          label={t('sale.increment')}
          unit={currency}
          scale={scale}
          value={draft.increment}
          onChange={(increment) => set({ increment })}
          error={errorOf('increment', draft.increment !== '')}
          helper={t('resell.incrementHelp')}
        />
      )}
      <TextInput
        label={t('resell.start')}
        type="datetime-local"
        value={draft.start}
        min={localOf(now)}
        max={localOf(now + terms.max_lead)}
        onChange={(start) => set({ start })}
        helper={t('resell.startHelp')}
        error={errorOf('start_time', draft.start !== '')}
      />
      <TextInput
        label={t('resell.end')}
        type="datetime-local"
        value={draft.end}
        min={draft.start === '' ? localOf(now) : draft.start}
        onChange={(end) => set({ end })}
        onBlur={() => setEndLeft(true)}
        helper={t(auction ? 'resell.endAuction' : 'resell.endHelp')}
        error={errorOf('end_time', endLeft || draft.end !== '')}
      />
      <div className={styles.chips}>
        {DAYS.map((days) => (
          <Chip key={days} onClick={() => set({ end: localOf((starts ?? serverNow()) + days * DAY) })}>
            {t('resell.days', { count: days })}
          </Chip>
        ))}
      </div>
      <KeyValue items={shares} />
      <Button
        size="l"
        block
        disabled={problem !== null || resell.unresolved !== null}
        onClick={() => {
          setRejection(null);
          setConfirmed(draft);
        }}
      >
        {t('resell.review')}
      </Button>
      <PaySheet
        open={confirmed !== null}
        title={t('resell.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('filter.sale'), value: t(`saleType.${draft.saleType}`) },
          { label: t(auction ? 'card.startPrice' : 'card.price'), value: money(draft.price || '0') },
          ...(auction
            ? [
                { label: t('sale.increment'), value: money(draft.increment || '0') },
                {
                  label: t('resell.deposit'),
                  value: money(depositOf(draft.price || '0', terms.deposit_bp, scale)),
                },
              ]
            : []),
          { label: t('sale.from'), value: starts === null ? t('resell.now') : formatDateTime(starts, locale) },
          { label: t('sale.until'), value: ends === null ? t('sale.noEnd') : formatDateTime(ends, locale) },
          ...(split
            ? [
                { label: t('resell.fee'), value: `−${money(split.fee)}` },
                { label: t('work.royalty'), value: `−${money(split.royalty)}` },
                { label: t(auction ? 'resell.getLeast' : 'resell.get'), value: money(split.seller), strong: true },
              ]
            : []),
        ]}
        note={t('resell.locked')}
        busy={resell.busy}
        problem={rejection}
        onKey={(key) => {
          setRejection(null);
          if (confirmed) resell.run({ ...resaleInput(work.code, confirmed), key });
        }}
        onClose={() => setConfirmed(null)}
      />
    </div>
  );
}
