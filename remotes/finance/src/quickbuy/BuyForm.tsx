import { ApiError } from '@tessera/api';
import {
  type BuyOrder,
  type BuyTerms,
  isBuyCountry,
  type OrderInput,
  payerFields,
  useBuy,
  useBuyQuote,
} from '@tessera/api/quickbuy';
import { namesIn } from '@tessera/device';
import { useFirstError } from '@tessera/form';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import {
  Button,
  CoinIcon,
  ErrorState,
  Heading,
  KeyValue,
  Sheet,
  SkeletonRows,
  Stack,
  Text,
  useLocale,
} from '@tessera/ui';
import { DigitsInput } from '@tessera/ui/codes';
import { Countdown, Explained } from '@tessera/ui/content';
import { AmountInput, RadioGroup, Select, TextInput, Unresolved } from '@tessera/ui/forms';
import { PhoneInput } from '@tessera/ui/places';
import { useState } from 'react';
import styles from './Buy.module.css';
import { buyForm, offeredMethods, whyNot } from './buy-form.ts';
import { QuoteFigures } from './QuoteFigures.tsx';

/** How the browser fills a payer's fields in. */
const AUTOCOMPLETE = {
  first_name: 'given-name',
  last_name: 'family-name',
  full_name: 'name',
  email: 'email',
} as const;

type Fault = { readonly field: string; readonly text: string; readonly payer: object };

type Props = { readonly terms: BuyTerms; readonly onOrdered: (order: BuyOrder) => void };

/** What to buy, how to pay it and who pays; confirmed at a quote that stands for a minute. */
export function BuyForm({ terms, onOrdered }: Props) {
  const t = useTexts('finance/quickbuy');
  const locale = useLocale();
  const [entries, enter] = buyForm.useForm(terms);
  const { derived, problems } = buyForm.useEvaluation(entries, terms);
  const { method, banks, bankId, currency, estimate, input, limits } = derived;
  const lookAtErrors = useFirstError();
  const [asking, setAsking] = useState(false);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What the exchange refused of the payer, until the payer is another. */
  const [fault, setFault] = useState<Fault | null>(null);
  const quote = useBuyQuote(asking ? input : null);
  const { data, error, isFetching, refetch, dataUpdatedAt } = quote;
  const nameOf = namesIn(locale, 'region');
  const fields = isBuyCountry(entries.country) ? payerFields(entries.country) : [];
  const close = () => {
    setAsking(false);
    setRefusal(null);
    setOver(false);
  };
  const renew = () => {
    setRefusal(null);
    setOver(false);
    void refetch();
  };
  const buy = useBuy({
    onDone: onOrdered,
    onRejected(problem) {
      const field = problem instanceof ApiError ? problem.field : undefined;
      if (field === undefined || !fields.some((each) => each === field)) return setRefusal(problemText(problem));
      // What is wrong is in the form, not in the quote.
      close();
      setFault({ field, text: problemText(problem), payer: entries.payer });
      lookAtErrors();
    },
    onUnresolved: close,
  });
  const faultOf = (field: string): string | null => {
    if (fault?.field === field && fault.payer === entries.payer) return fault.text;
    const found = entries.tried ? problems.find((problem) => problem.field === field) : undefined;
    return found ? ruleText(found) : null;
  };
  const order = (quoteId: string): OrderInput => ({
    email: '',
    phone: '',
    ...Object.fromEntries(fields.map((field) => [field, entries.payer[field] ?? ''])),
    quote_id: quoteId,
    ...(bankId !== null && { bank_id: bankId }),
  });
  const amountText = `${formatAmount(entries.amount || '0', 0, locale)} ${entries.fiat}`;
  const whole = (amount: string) => formatAmount(amount, 0, locale);
  const range = limits ? `${whole(limits.min)} – ${whole(limits.max)} ${entries.fiat}` : undefined;
  const until = data ? dataUpdatedAt + (data.valid_until - data.at) : 0;
  const stale = over || refusal !== null;
  return (
    <Stack
      as="form"
      gap={3}
      page
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        enter({ tried: true });
        setFault(null);
        lookAtErrors(event.currentTarget);
        if (problems.length > 0) return;
        setAsking(true);
        if (data) renew();
      }}
    >
      {buy.unresolved && (
        <Unresolved busy={buy.busy} onRepeat={buy.repeat}>
          {t('whole', { amount: amountText })}
        </Unresolved>
      )}
      <AmountInput
        key={entries.fiat}
        label={t('pay')}
        unit={entries.fiat}
        scale={0}
        value={entries.amount}
        onChange={(amount) => enter({ amount })}
        name="amount"
        error={faultOf('amount')}
        helper={range}
      />
      <p className={styles.note}>{t('left', { amount: formatAmount(terms.left, 2, locale, { zeros: 'trimmed' }) })}</p>
      {currency && (
        <KeyValue
          items={[
            {
              label: t('receive'),
              value:
                estimate === null ? (
                  '–'
                ) : (
                  <Explained
                    title={t('receive')}
                    value={`≈ ${formatAmount(estimate, currency.scale, locale, { zeros: 'trimmed' })} ${currency.currency}`}
                    note={t('estimate')}
                  />
                ),
            },
          ]}
        />
      )}
      <Stack gap={3} pairs>
        <Select
          label={t('fiat')}
          options={terms.fiats.map(({ fiat }) => ({ value: fiat, label: fiat }))}
          value={entries.fiat}
          onChange={(fiat) => enter({ fiat })}
        />
        <Select
          label={t('coin')}
          options={terms.currencies.map(({ currency_id, currency: code }) => ({
            value: String(currency_id),
            label: code,
            start: <CoinIcon symbol={code} size="s" />,
          }))}
          value={String(entries.currencyId)}
          onChange={(id) => enter({ currencyId: Number(id) })}
        />
      </Stack>
      <Select
        label={t('country')}
        options={terms.countries.map((code) => ({ value: code, label: nameOf(code) }))}
        value={isBuyCountry(entries.country) ? entries.country : null}
        onChange={(country) => enter({ country })}
        error={entries.tried && !isBuyCountry(entries.country) ? t('area') : null}
      />
      <Heading size={16}>{t('method')}</Heading>
      <RadioGroup
        label={t('method')}
        options={offeredMethods(terms).map((each) => {
          const reason = whyNot(each, entries);
          return {
            value: each.method,
            label: t(`methods.${each.method}`),
            note: reason ? t(reason) : undefined,
            disabled: reason !== null,
          };
        })}
        value={method?.method ?? null}
        onChange={(chosen) => enter({ method: chosen })}
      />
      {faultOf('method') && (
        <p className={styles.problem} role="alert">
          {faultOf('method')}
        </p>
      )}
      {banks.length > 0 && (
        <Select
          label={t('bank')}
          options={banks.map(({ bank_id, bank_name }) => ({ value: String(bank_id), label: bank_name }))}
          value={bankId === null ? null : String(bankId)}
          onChange={(id) => enter({ bankId: Number(id) })}
        />
      )}
      <Heading size={16}>{t('payer')}</Heading>
      <Text tone="strong" weight="strong">
        {t('ownName')}
      </Text>
      {terms.verified_name !== null && <p className={styles.note}>{t('verified', { name: terms.verified_name })}</p>}
      {fields.map((field) => {
        const common = {
          label: t(`fields.${field}`),
          value: entries.payer[field] ?? '',
          onChange: (value: string) => enter({ payer: { ...entries.payer, [field]: value } }),
          error: faultOf(field),
        };
        if (field === 'phone') return <PhoneInput key={field} {...common} />;
        if (field === 'tax_id') return <DigitsInput key={field} {...common} />;
        return (
          <TextInput
            key={field}
            {...common}
            type={field === 'email' ? 'email' : 'text'}
            autoComplete={AUTOCOMPLETE[field]}
            maxLength={120}
          />
        );
      })}
      {method?.method === 'bank_transfer' && <p className={styles.note}>{t('swift')}</p>}
      <Button type="submit" size="l" block>
        {t('review')}
      </Button>
      <Sheet
        open={asking}
        onClose={close}
        title={t('confirm')}
        footer={
          stale ? (
            <Button size="l" block onClick={renew}>
              {t('renew')}
            </Button>
          ) : (
            <Button
              size="l"
              block
              busy={buy.busy}
              disabled={!data || isFetching || error !== null}
              onClick={() => data && buy.run(order(data.quote_id))}
            >
              {t('order', { amount: amountText })}
            </Button>
          )
        }
      >
        {isFetching && <SkeletonRows count={3} />}
        {error && !isFetching && <ErrorState compact text={problemText(error)} onRetry={renew} />}
        {data && !error && !isFetching && currency && (
          <Stack gap={3} data-old={stale || undefined}>
            <QuoteFigures quote={data} fiat={entries.fiat} currency={currency.currency} scale={currency.scale} />
            <Text tone="strong" weight="strong">
              {t('ownName')}
            </Text>
            <p className={stale ? styles.problem : styles.note} role={stale ? 'alert' : undefined}>
              {refusal ?? (over ? t('expired') : t('validFor'))}{' '}
              {!stale && <Countdown key={until} until={until} brief onEnd={() => setOver(true)} />}
            </p>
          </Stack>
        )}
      </Sheet>
    </Stack>
  );
}
