import {
  type Collateral,
  collateralFor,
  type LoanTermsOutput,
  loanCost,
  loanProblem,
  priceAtRatio,
  useApplyForLoan,
} from '@tessera/api/loans';
import { LOAN_PICTURES, type LoanPicture, loanInput } from '@tessera/api/loans/inputs';
import { type Upload, useUpload } from '@tessera/api/uploads';
import { useCurrency } from '@tessera/api/wallet';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { formatRate } from '@tessera/money';
import { useSession } from '@tessera/session';
import { Button, Note, Stack, Text, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AmountInput, Changed, SegmentedControl, TextInput } from '@tessera/ui/forms';
import { PictureField } from '@tessera/ui/pictures';
import type { Result } from '@tessera/ui/result';
import { useState } from 'react';
import { Cost, PRICE_DIGITS } from './Cost.tsx';
import { figure, percent } from './figures.ts';
import { useRuleText } from './use-rule-text.ts';

/** Checked with the rest of the form before the payment password is asked for. */
const NO_KEY = '000000';

/** An upload for each picture. */
function usePictures(set: (name: LoanPicture, location: string) => void): Readonly<Record<LoanPicture, Upload>> {
  return {
    front_pic: useUpload((location) => set('front_pic', location)),
    reverse_pic: useUpload((location) => set('reverse_pic', location)),
    fangchan_pic: useUpload((location) => set('fangchan_pic', location)),
    fangchan_pic1: useUpload((location) => set('fangchan_pic1', location)),
    qiche_pic: useUpload((location) => set('qiche_pic', location)),
    qiche_pic1: useUpload((location) => set('qiche_pic1', location)),
  };
}

type Props = {
  readonly terms: LoanTermsOutput;
  readonly offer: { readonly limit: string; readonly day_rate: string };
  readonly onDone: (result: Result) => void;
  /** Rate or terms are others than are shown. */
  readonly onMoved: () => void;
};

/** The application: figures, six pictures, and what it costs before it is confirmed. */
export function ApplyForm({ terms, offer, onDone, onMoved }: Props) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const session = useSession();
  const ruleText = useRuleText(terms);
  /** Rate and terms that the form opened with, then those that the sheet opened with last. */
  const [seen, setSeen] = useState<Pick<Props, 'terms' | 'offer'>>({ terms, offer });
  const form = useContractForm(loanInput, {
    initial: {
      money: terms.min_amount as string,
      margin_currency: 'BTC' as Collateral,
      margin_number: '',
      days: '30',
      schedule: 'end' as 'end' | 'monthly',
      contact: session?.user.uid ?? '',
      front_pic: '',
      reverse_pic: '',
      fangchan_pic: '',
      fangchan_pic1: '',
      qiche_pic: '',
      qiche_pic1: '',
    },
    toInput: (values) => ({ ...values, days: Number(values.days), key: NO_KEY }),
  });
  const { values } = form;
  const uploads = usePictures(form.set);
  const uploading = LOAN_PICTURES.some((name) => uploads[name].busy);
  const coin = terms.currencies.find(({ currency }) => currency === values.margin_currency);
  const funds = useCurrency(coin ? { currency_id: coin.currency_id } : null);
  const available = funds.data?.accounts.find(({ type }) => type === 'change')?.available;
  const problem = coin
    ? loanProblem(
        {
          amount: values.money,
          days: values.days === '' ? null : Number(values.days),
          collateral: values.margin_number,
        },
        {
          ...terms,
          level_limit: offer.limit,
          price: coin.price,
          collateral_scale: coin.scale,
          ...(available !== undefined && { available }),
        },
      )
    : null;
  const ruleAt = (field: 'amount' | 'days' | 'collateral', filled: boolean): string | null =>
    filled && problem?.field === field ? ruleText(problem, available) : null;
  const { ask, sheet, busy } = useApproval({
    command: useApplyForLoan,
    // Of now, as the sheet shows them.
    toInput: (_: true, { key }) => ({
      ...values,
      days: Number(values.days),
      day_rate: offer.day_rate,
      ...(terms.version > 0 && { version: terms.version }),
      key,
    }),
    tell: form.reject,
    onMoved,
    onDone: ({ money, margin_number, margin_scale, margin_currency, day_rate, days }) =>
      onDone({
        title: t('review'),
        pending: true,
        amount: figure(money, terms.scale, locale, 'USDT'),
        items: [
          { label: t('collateral'), value: figure(margin_number, margin_scale, locale, margin_currency) },
          { label: t('term'), value: t('daysValue', { days }) },
          { label: t('rate'), value: formatRate(day_rate, locale, 4) },
        ],
        next: [t('reviewText')],
      }),
  });
  const labels: Readonly<Record<LoanPicture, string>> = {
    front_pic: t('front'),
    reverse_pic: t('reverse'),
    fangchan_pic: t('property', { n: 1 }),
    fangchan_pic1: t('property', { n: 2 }),
    qiche_pic: t('vehicle', { n: 1 }),
    qiche_pic1: t('vehicle', { n: 2 }),
  };
  const needed =
    coin?.price && values.money !== ''
      ? collateralFor(values.money, terms.initial_ratio, coin.price, coin.scale)
      : null;
  const changesOf = (was: Pick<Props, 'terms' | 'offer'>) => {
    const of = (label: string, value: (from: Pick<Props, 'terms' | 'offer'>) => string) => ({
      label,
      before: value(was),
      now: value({ terms, offer }),
    });
    return [
      of(t('rate'), (from) => formatRate(from.offer.day_rate, locale, 4)),
      of(t('limit'), (from) => figure(from.offer.limit, 0, locale, 'USDT')),
      of(t('overdueDay'), (from) => formatRate(from.terms.overdue_rate, locale, 2)),
      of(`${t('ratio')} · ${t('liquidated')}`, (from) => `${percent(from.terms.liquidation_ratio, locale)} %`),
      of(t('needed'), (from) => `${percent(from.terms.initial_ratio, locale)} %`),
    ];
  };
  const changes = <Changed figures={changesOf(seen)} />;
  const usdt = (value: string, digits = terms.scale) => figure(value, digits, locale, 'USDT');
  const cost =
    problem === null ? loanCost(values.money, Number(values.days), offer.day_rate, terms, terms.scale) : null;
  const confirm = () => {
    if (problem !== null) return;
    setSeen({ terms, offer });
    ask(true);
  };
  return (
    <Stack as="form" gap={4} below={8} noValidate onSubmit={form.submit(confirm)}>
      <AmountInput
        label={t('amount')}
        unit="USDT"
        scale={terms.scale}
        value={values.money}
        onChange={(value) => form.set('money', value)}
        error={ruleAt('amount', values.money !== '') ?? form.field('money').error}
        helper={`${t('limit')} ${figure(offer.limit, 0, locale, 'USDT')}`}
      />
      <AmountInput
        label={t('term')}
        scale={0}
        value={values.days}
        onChange={(value) => form.set('days', value)}
        error={ruleAt('days', values.days !== '') ?? form.field('days').error}
      />
      <Stack gap={1}>
        <Text as="span" tone="normal" aria-hidden="true">
          {t('collateral')}
        </Text>
        <SegmentedControl
          label={t('collateral')}
          options={terms.currencies.map(({ currency }) => ({ value: currency as Collateral, label: currency }))}
          value={values.margin_currency}
          onChange={(value) => form.set('margin_currency', value)}
        />
      </Stack>
      {coin && (
        <AmountInput
          label={t('collateral')}
          unit={coin.currency}
          scale={coin.scale}
          value={values.margin_number}
          onChange={(value) => form.set('margin_number', value)}
          error={ruleAt('collateral', values.margin_number !== '') ?? form.field('margin_number').error}
          helper={`${t('needed')} ${needed === null ? '–' : figure(needed, coin.scale, locale, coin.currency)} · ${t('available')} ${figure(available ?? '0', coin.scale, locale, coin.currency)}`}
        />
      )}
      <Stack gap={1}>
        <Text as="span" tone="normal" aria-hidden="true">
          {t('schedule')}
        </Text>
        <SegmentedControl
          label={t('schedule')}
          options={[
            { value: 'end', label: t('end') },
            { value: 'monthly', label: t('monthly') },
          ]}
          value={values.schedule}
          onChange={(value) => form.set('schedule', value)}
        />
      </Stack>
      <TextInput label={t('contact')} autoComplete="off" {...form.field('contact')} />
      {LOAN_PICTURES.map((name) => (
        <PictureField
          key={name}
          label={labels[name]}
          upload={uploads[name]}
          error={form.field(name).error}
          onClear={() => form.set(name, '')}
        />
      ))}
      {problem === null && coin && (
        <Cost
          terms={terms}
          amount={values.money}
          days={Number(values.days)}
          dayRate={offer.day_rate}
          currency={coin.currency}
          collateral={values.margin_number}
        />
      )}
      {!sheet.open && changes}
      <Note>{t('risk')}</Note>
      <Button type="submit" size="l" block busy={busy} disabled={uploading}>
        {t('submit')}
      </Button>
      <ApprovalSheet
        {...sheet}
        title={t('apply')}
        items={[
          { label: t('amount'), value: figure(values.money || '0', terms.scale, locale, 'USDT'), strong: true },
          { label: t('term'), value: t('daysValue', { days: values.days }) },
          {
            label: t('rate'),
            value: [formatRate(offer.day_rate, locale, 4), cost && usdt(cost.perDay)].filter(Boolean).join(' · '),
          },
          {
            label: t('collateral'),
            value: figure(values.margin_number || '0', coin?.scale ?? 8, locale, values.margin_currency),
          },
          ...(cost === null
            ? []
            : [
                { label: t('interest'), value: usdt(cost.interest) },
                { label: t('owed'), value: usdt(cost.owed), strong: true },
                {
                  label: t('liquidationPrice'),
                  value: usdt(priceAtRatio(terms.liquidation_ratio, cost.owed, values.margin_number), PRICE_DIGITS),
                },
              ]),
        ]}
        risk={t('risk')}
        changes={changes}
        decision={`${terms.version} ${offer.day_rate}`}
      />
    </Stack>
  );
}
