import { useTexts } from '@tessera/i18n';
import { add, formatAmount, formatPrice, formatRate } from '@tessera/money';
import { Button, KeyValue, type KeyValueItem, Sheet, Text, useLocale } from '@tessera/ui';
import { Explained, formulaOf } from '@tessera/ui/content';
import { Checkbox } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { draftValue } from '../../ticket/draft.ts';
import styles from '../../ticket/Ticket.module.css';
import { BookShort } from './BookShort.tsx';
import { PRICE_LABELS } from './FurtherPrices.tsx';
import type { OrderForm } from './form.ts';
import { ProblemText } from './ProblemText.tsx';
import { pricesShown } from './problems.ts';
import type { DerivedOrder } from './use-order.ts';
import { useSubmitLabel } from './use-submit-label.ts';

const TIME_NOTES = { IOC: 'form.iocHelp', FOK: 'form.fokHelp' } as const;

export type ConfirmSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly form: OrderForm;
  readonly derived: DerivedOrder;
  readonly busy: boolean;
  readonly asks: boolean;
  readonly onAsks: (asks: boolean) => void;
  readonly onConfirm: () => void;
};

/** Every number of the order once more, as it will be sent. */
function useRows(form: OrderForm, { at, fields, summary, taken }: DerivedOrder): readonly KeyValueItem[] {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const { symbol, base, quote, tick } = at.rules;
  const price = fields.price === null ? '' : `${formatPrice(fields.price, tick, locale)} ${quote}`;
  const about = (text: string, estimated: boolean) => (estimated ? t('confirm.about', { value: text }) : text);
  const market = form.kind === 'market';
  const rows: KeyValueItem[] = [
    { label: t('confirm.pair'), value: symbol },
    { label: t('form.kind'), value: `${common(form.side)} · ${t(`form.${form.kind}`)}` },
    { label: common('price'), value: market ? t('confirm.marketPrice', { price }) : price },
  ];
  for (const name of pricesShown(form)) {
    const value = draftValue(form.prices[name]);
    if (value === null) continue;
    rows.push({ label: t(PRICE_LABELS[name], { unit: quote }), value: `${formatPrice(value, tick, locale)} ${quote}` });
  }
  if (form.kind === 'limit') {
    const terms = form.postOnly ? `${form.timeInForce} · ${t('form.postOnly')}` : form.timeInForce;
    rows.push({ label: t('form.tif'), value: terms });
  }
  if (taken?.average) {
    const average = `${formatPrice(taken.average, tick, locale)} ${quote}`;
    rows.push({ label: t('form.expectedPrice'), value: t('confirm.about', { value: average }) });
    rows.push({
      label: t('form.slippage'),
      value: t('confirm.about', { value: formatRate(taken.slippage, locale, 2) }),
    });
  }
  if (fields.amount !== null) {
    const amount = `${exactText(fields.amount, locale)} ${base}`;
    rows.push({ label: common('amount'), value: about(amount, fields.byTotal) });
  }
  if (fields.total !== null) {
    const total = `${formatAmount(fields.total, at.scales.quote, locale, { zeros: 'trimmed' })} ${quote}`;
    rows.push({ label: common('total'), value: about(total, market && !fields.byTotal), strong: true });
  }
  if (summary) {
    const text = (value: string) =>
      t('confirm.about', {
        value: `${formatAmount(value, summary.scale, locale, { zeros: 'trimmed' })} ${summary.currency}`,
      });
    const rate = formatRate(summary.feeRate, locale);
    const figure = (value: string) => formatAmount(value, summary.scale, locale, { zeros: 'trimmed' });
    const buying = form.side === 'buy';
    rows.push({
      label: t('confirm.feeAt', { rate }),
      value: (
        <Explained
          title={common('fee')}
          value={text(summary.fee)}
          {...formulaOf({ label: common('fee'), value: `${figure(summary.fee)} ${summary.currency}` }, [
            { label: common(buying ? 'amount' : 'total'), value: figure(add(summary.receive, summary.fee)) },
            ...['×', { label: t('lever.why.feeRate'), value: formatRate(summary.feeRate, locale, 3) }],
          ])}
          note={t('form.feeNote')}
        />
      ),
    });
    rows.push({ label: t('form.receive'), value: text(summary.receive) });
  }
  return rows;
}

export default function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, form, derived, busy, asks, onAsks, onConfirm } = props;
  const t = useTexts('trading');
  const locale = useLocale();
  const label = useSubmitLabel(form, derived);
  const rows = useRows(form, derived);
  const [problem] = derived.problems;
  const { kind, timeInForce } = form;
  const waits = kind === 'stop_limit' || kind === 'oco';
  const plainNote = waits ? (`form.kindHelp.${kind}` as const) : (`confirm.${kind}Note` as const);
  const note = t(kind === 'limit' && timeInForce !== 'GTC' ? TIME_NOTES[timeInForce] : plainNote);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(`confirm.${form.side}Title`)}
      footer={
        <Button block size="l" variant={form.side} busy={busy} disabled={problem !== undefined} onClick={onConfirm}>
          {label}
        </Button>
      }
    >
      <KeyValue items={rows} />
      {derived.warning && (
        <p className={styles.warning}>
          {t(`warning.${derived.warning.way}`, { share: formatRate(derived.warning.share, locale) })}
        </p>
      )}
      <BookShort form={form} derived={derived} />
      <Text above={3} below={3}>
        {note}
      </Text>
      {problem && (
        <p className={styles.error} role="status">
          <ProblemText problem={problem} at={derived.at} />
        </p>
      )}
      <Checkbox checked={!asks} onChange={(skip) => onAsks(!skip)}>
        {t('confirm.skip')}
      </Checkbox>
    </Sheet>
  );
}
