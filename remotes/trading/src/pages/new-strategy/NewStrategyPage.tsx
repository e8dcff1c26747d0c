import type { Instrument } from '@tessera/api/instruments';
import { averageOf, needOf, useStartPlan } from '@tessera/api/plans';
import type { Side } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { cmp, formatDateTime, formatPrice, scaleOf } from '@tessera/money';
import { serverNow, useQuote } from '@tessera/realtime';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import {
  ChipGroup,
  KeyValue,
  type KeyValueItem,
  Loaded,
  Note,
  Page,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { AskedButton, SegmentedControl, TextInput, useEntries, useQuestion } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { DEFAULT_PAIR } from '../../market/instrument/chosen-pair.ts';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { NotTraded } from '../../market/pairs/NotTraded.tsx';
import { PairHeading } from '../../market/pairs/PairHeading.tsx';
import {
  agreedOf,
  COUNTS,
  type Entered,
  inputOf,
  KINDS,
  type Kind,
  lasting,
  leastOf,
  newPlan,
  OFTEN,
  pausesOf,
  RUNS,
  SPANS,
  type StartInput,
  slicesIn,
} from '../../plans/new-plan.ts';
import { averageText, useSpan, useTerms } from '../../plans/plan-figures.ts';
import { useFunds } from '../../spot/account/funds.ts';
import { NumberField } from '../../ticket/NumberField.tsx';

type Form = ReturnType<typeof useEntries<Entered>>;
type PartProps = { readonly form: Form; readonly instrument: Instrument };

/** A choice among a few numbers, by their texts. */
function Numbers({
  label,
  options,
  value,
  text,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly number[];
  readonly value: number;
  readonly text: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  return (
    <Stack gap={1}>
      <Text>{label}</Text>
      <ChipGroup
        label={label}
        value={String(value)}
        onChange={(next) => onChange(Number(next))}
        options={options.map((each) => ({ value: String(each), label: text(each) }))}
      />
    </Stack>
  );
}

function AmountField({ form, instrument }: PartProps) {
  const t = useTexts('trading/plans');
  const label = t('amountIn', { unit: instrument.base });
  return <NumberField name="amount" label={label} scale={scaleOf(instrument.lot)} {...form.field('amount')} />;
}

function TwapFields(props: PartProps) {
  const t = useTexts('trading/plans');
  const span = useSpan();
  const { form, instrument } = props;
  return (
    <>
      <AmountField {...props} />
      <NumberField
        name="limit"
        label={t('limitIn', { unit: instrument.quote })}
        scale={scaleOf(instrument.tick)}
        {...form.field('limit')}
      />
      <Numbers
        label={t('duration')}
        options={SPANS}
        value={form.values.minutes}
        text={(minutes) => span(minutes * 60)}
        onChange={(minutes) => form.set(lasting(minutes, form.values.seconds))}
      />
      <Numbers
        label={t('interval')}
        options={pausesOf(form.values.minutes)}
        value={form.values.seconds}
        text={span}
        onChange={(seconds) => form.set({ seconds })}
      />
    </>
  );
}

function ScaledFields(props: PartProps) {
  const t = useTexts('trading/plans');
  const { form, instrument } = props;
  const scale = scaleOf(instrument.tick);
  return (
    <>
      <AmountField {...props} />
      <NumberField name="from" label={t('fromIn', { unit: instrument.quote })} scale={scale} {...form.field('from')} />
      <NumberField name="to" label={t('toIn', { unit: instrument.quote })} scale={scale} {...form.field('to')} />
      <Numbers
        label={t('orders')}
        options={COUNTS}
        value={form.values.count}
        text={String}
        onChange={(count) => form.set({ count })}
      />
      <Stack gap={1}>
        <Text>{t('sizes')}</Text>
        <ChipGroup
          label={t('sizes')}
          value={form.values.sizes}
          onChange={(sizes) => form.set({ sizes })}
          options={(['flat', 'increasing'] as const).map((value) => ({ value, label: t(`size.${value}`) }))}
        />
      </Stack>
    </>
  );
}

function RecurringFields({ form, instrument, scale }: PartProps & { readonly scale: number }) {
  const t = useTexts('trading/plans');
  return (
    <>
      <NumberField
        name="spend"
        label={t('spendIn', { unit: instrument.quote })}
        scale={scale}
        {...form.field('spend')}
      />
      <Stack gap={1}>
        <Text>{t('every')}</Text>
        <ChipGroup
          label={t('every')}
          value={form.values.often}
          onChange={(often) => form.set({ often })}
          options={OFTEN.map((value) => ({ value, label: t(`often.${value}`) }))}
        />
      </Stack>
      <TextInput label={t('first')} type="datetime-local" {...form.field('first')} />
      <Numbers
        label={t('runs')}
        options={RUNS}
        value={form.values.runs}
        text={(runs) => (runs === 0 ? t('endless') : String(runs))}
        onChange={(runs) => form.set({ runs })}
      />
    </>
  );
}

/** What the plan comes to, and what keeps it from being started; null where nothing does. */
function useSummary(entered: Entered, instrument: Instrument) {
  const t = useTexts('trading/plans');
  const common = useTexts('common');
  const locale = useLocale();
  const { base, quote, tick, lot, min_amount: minAmount, min_total: minTotal } = instrument;
  const last = useQuote(instrument.symbol)?.last ?? instrument.latest?.last ?? null;
  const { available, scales } = useFunds(instrument);
  const buying = entered.kind === 'recurring' || entered.side === 'buy';
  const pays = buying ? quote : base;
  const has = available && (buying ? available.quote : available.base);
  const rows: KeyValueItem[] = [];
  if (last !== null) rows.push({ label: common('price'), value: `${formatPrice(last, tick, locale)} ${quote}` });
  rows.push({ label: common('available'), value: has === null ? '–' : `${exactText(has, locale)} ${pays}` });
  const terms = { tick, lot, minAmount, minTotal };
  const slices = slicesIn(entered, terms, last);
  if (!slices) return { rows, problem: null, scales };
  const [first, final] = [slices[0], slices.at(-1)];
  rows.push({ label: t('orders'), value: String(slices.length) });
  if (first && final) {
    const [from, to] = [exactText(first.amount, locale), `${exactText(final.amount, locale)} ${base}`];
    rows.push({ label: t('each'), value: cmp(first.amount, final.amount) === 0 ? to : t('span', { from, to }) });
  }
  const average = entered.kind === 'scaled' ? averageOf(slices, scaleOf(tick)) : null;
  if (average !== null) rows.push({ label: t('averageAll'), value: averageText(average, quote, locale) });
  const need = needOf(entered.side, slices, scales.quote);
  rows.push({ label: common('total'), value: `${exactText(need, locale)} ${pays}`, strong: true });
  const least = leastOf(slices, terms);
  const problem = least
    ? t('short.amount', { min: `${exactText(least.min, locale)} ${least.of === 'base' ? base : quote}` })
    : has !== null && cmp(need, has) > 0
      ? t('short.balance')
      : null;
  return { rows, problem, scales };
}

/** What is agreed to, shown before the plan starts. */
function Agreement({ input, rows }: { readonly input: StartInput; readonly rows: readonly KeyValueItem[] }) {
  const t = useTexts('trading/plans');
  const common = useTexts('common');
  const locale = useLocale();
  const { symbol, side, kind, first_at: first } = input;
  const terms = useTerms(agreedOf(input));
  return (
    <KeyValue
      items={[
        { label: symbol, value: `${common(side)} · ${t(`kinds.${kind}`)}` },
        ...terms,
        ...(first === undefined ? [] : [{ label: t('first'), value: formatDateTime(first, locale) }]),
        ...rows,
      ]}
    />
  );
}

function NewStrategy({
  instrument,
  kind,
  side,
  onTurn,
}: {
  readonly instrument: Instrument;
  readonly kind: Kind;
  readonly side: Side;
  /** Another kind or side is chosen: another pair begins with it. */
  readonly onTurn: (chosen: Pick<Entered, 'kind' | 'side'>) => void;
}) {
  const t = useTexts('trading/plans');
  const common = useTexts('common');
  const open = useOpenScreen();
  const form = useEntries(() => newPlan(kind, side, serverNow()));
  const { values, set } = form;
  const { rows, problem, scales } = useSummary(values, instrument);
  const question = useQuestion();
  const command = useStartPlan({
    subject: instrument.symbol,
    ...question.outcomes,
    onDone({ id }) {
      showToast(t('start.done'), 'success');
      question.close();
      open(screenUrl('/pages/transaction/strategy', { id }), { replace: true });
    },
  });
  const input = inputOf(values, instrument.symbol);
  const part = { form, instrument };
  function turn(next: Partial<Pick<Entered, 'kind' | 'side'>>): void {
    set(next);
    onTurn({ kind: values.kind, side: values.side, ...next });
  }
  return (
    <Stack gap={3} page>
      <SegmentedControl<Kind>
        label={t('kind')}
        value={values.kind}
        onChange={(next) => turn({ kind: next })}
        options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {values.kind !== 'recurring' && (
        <SegmentedControl<Side>
          label={`${common('buy')} / ${common('sell')}`}
          value={values.side}
          onChange={(next) => turn({ side: next })}
          options={[
            { value: 'buy', label: common('buy'), tone: 'buy' },
            { value: 'sell', label: common('sell'), tone: 'sell' },
          ]}
        />
      )}
      {values.kind === 'twap' && <TwapFields {...part} />}
      {values.kind === 'scaled' && <ScaledFields {...part} />}
      {values.kind === 'recurring' && <RecurringFields {...part} scale={scales.quote} />}
      <KeyValue items={rows} />
      {problem !== null && <Note>{problem}</Note>}
      <AskedButton
        {...{ question, command }}
        label={`${t('start.do')} · ${t(`kinds.${values.kind}`)}`}
        button={{
          block: true,
          size: 'l',
          variant: values.kind !== 'recurring' && values.side === 'sell' ? 'sell' : 'buy',
          disabled: input === null || problem !== null,
        }}
        title={t('start.title')}
        confirmLabel={t('start.do')}
        cancelLabel={common('cancel')}
        onConfirm={() => input && command.run(input)}
      >
        {input && <Agreement input={input} rows={rows} />}
      </AskedButton>
      <Text>{t(`help.${values.kind}`)}</Text>
    </Stack>
  );
}

/** Starts a TWAP order, a scaled order or a recurring purchase. */
export default function NewStrategyPage() {
  const t = useTexts('trading/plans');
  const [{ symbol = DEFAULT_PAIR, kind = 'twap', side = 'buy' }, replace] = useScreenParams(
    '/pages/transaction/new_strategy',
    { symbol: 'string?', kind: 'twap|scaled|recurring?', side: 'buy|sell?' },
  );
  const { instrument, query } = useInstrument(symbol);
  const traded = instrument?.trades.includes('spot') ? instrument : null;
  return (
    <Page
      title={t('create')}
      back
      heading={
        <PairHeading
          symbol={symbol}
          instrument={instrument}
          onChoose={(next) => replace({ symbol: next, kind, side })}
        />
      }
    >
      <Loaded query={query} />
      {instrument !== undefined && !traded && <NotTraded instrument={instrument} />}
      {traded && (
        <NewStrategy
          key={symbol}
          {...{ instrument: traded, kind, side }}
          onTurn={(chosen) => replace({ symbol, ...chosen })}
        />
      )}
    </Page>
  );
}
