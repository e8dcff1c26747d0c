import { ApiError } from '@tessera/api';
import { type ConversionInput, useConvert } from '@tessera/api/convert';
import { useAccountBalances } from '@tessera/api/wallet';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import { Button, ErrorState, Loaded, Page, SkeletonRows, Stack, Text, useLocale } from '@tessera/ui';
import { AmountInput, Select, Unresolved } from '@tessera/ui/forms';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { Conversions } from '../../convert/Conversions.tsx';
import { ConvertSheet } from '../../convert/ConvertSheet.tsx';
import { type Balances, convertForm, sideOf } from '../../convert/convert-form.ts';
import { QuoteFigures } from '../../convert/QuoteFigures.tsx';
import { useQuote } from '../../convert/use-quote.ts';
import { useSettled } from '../../convert/use-settled.ts';
import { SwapPair } from '../../swap-pair/SwapPair.tsx';
import { coinOptions } from '../../wallets/coin-options.tsx';

const SHARES = [25, 50, 75, 100];
/** ms without a key before a quote is asked for. */
const PAUSE = 400;

/** A conversion in one sentence. */
function WholeConversion({ input, balances }: { readonly input: ConversionInput; readonly balances: Balances }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const from = sideOf(balances, input.from_currency_id);
  const to = sideOf(balances, input.to_currency_id);
  const amount = formatAmount(input.number, from.scale, locale, { zeros: 'trimmed' });
  return t('convert.whole', { amount, from: from.code, to: to.code });
}

type FormProps = { readonly balances: Balances; readonly wanted: number | undefined };

function ConvertForm({ balances, wanted }: FormProps) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const [entries, enter] = convertForm.useForm({ balances, wanted });
  const { derived, problems } = convertForm.useEvaluation(entries, balances);
  const { from, to } = derived;
  const { amount } = entries;
  const [problem] = problems;
  const result = useResult();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What the quote would have paid that was refused last, as its price had moved. */
  const [refused, setRefused] = useState<string | null>(null);
  const settled = useSettled(amount, PAUSE);
  // What is not there can be quoted all the same.
  const quotable = amount !== '' && (!problem || problem.code === 'insufficient_balance');
  const quote = useQuote(quotable && settled === amount ? { number: amount, from, to } : null, asking);
  const renew = () => {
    setRefusal(null);
    void quote.refetch();
  };
  const convert = useConvert({
    onDone(done) {
      const received = formatAmount(done.receive, to.scale, locale, { zeros: 'trimmed' });
      setAsking(false);
      setRefused(null);
      enter({ type: 'done', amount: done.number });
      const paid = formatAmount(done.number, from.scale, locale, { zeros: 'trimmed' });
      result.show({
        title: t('convert.done', { amount: received, currency: done.to_currency }),
        items: [
          { label: t('transfer.from'), value: `${paid} ${done.from_currency}` },
          { label: t('transfer.to'), value: `${received} ${done.to_currency}`, strong: true },
          {
            label: common('fee'),
            value: `${formatAmount(done.fee, to.scale, locale, { zeros: 'trimmed' })} ${done.to_currency}`,
          },
        ],
      });
    },
    onRejected(error) {
      if (!(error instanceof ApiError && error.code === 'price_moved')) return setRefusal(problemText(error));
      setRefused(quote.data?.receive ?? null);
      renew();
    },
    // Without a toast: the notice on the page shows that the outcome is unknown.
    onUnresolved: () => setAsking(false),
  });
  const options = coinOptions(balances, locale);
  return (
    <Stack gap={2} page>
      {convert.unresolved && (
        <Unresolved busy={convert.busy} onRepeat={convert.repeat}>
          <WholeConversion input={convert.unresolved} balances={balances} />
        </Unresolved>
      )}
      <SwapPair
        from={
          <Select
            label={t('transfer.from')}
            searchable
            options={options}
            value={String(from.id)}
            onChange={(id) => enter({ type: 'from', currencyId: Number(id) })}
          />
        }
        to={
          <Select
            label={t('transfer.to')}
            searchable
            options={options}
            value={String(to.id)}
            onChange={(id) => enter({ type: 'to', currencyId: Number(id) })}
          />
        }
        label={t('convert.swap')}
        onSwap={() => enter({ type: 'swap' })}
      />
      <AmountInput
        key={from.id}
        label={common('amount')}
        unit={from.code}
        scale={from.scale}
        balance={from.available}
        percentages={SHARES}
        value={amount}
        onChange={(value) => enter({ type: 'amount', amount: value })}
        name="amount"
      />
      {problem && !quotable && <Text tone="danger">{ruleText(problem)}</Text>}
      {quotable && (
        <>
          {quote.error && (
            <ErrorState compact text={problemText(quote.error)} onRetry={renew} retrying={quote.isFetching} />
          )}
          {!quote.error && !quote.data && <SkeletonRows count={4} />}
          {!quote.error && quote.data && (
            <QuoteFigures quote={quote.data} from={from} to={to} isOld={quote.isPlaceholderData} />
          )}
        </>
      )}
      <Text>{t('convert.note')}</Text>
      <Button
        size="l"
        block
        disabled={!quotable || problem !== undefined || settled !== amount || !quote.data || quote.error !== null}
        onClick={() => {
          setAsking(true);
          renew();
        }}
      >
        {t('convert.review')}
      </Button>
      <ConvertSheet
        open={asking}
        onClose={() => {
          setAsking(false);
          setRefusal(null);
          setRefused(null);
        }}
        quote={quote}
        from={from}
        to={to}
        busy={convert.busy}
        problem={refusal}
        refused={refused}
        onConfirm={convert.run}
        onRenew={renew}
      />
      {result.screen}
    </Stack>
  );
}

/** Converts one currency of the exchange account into another, at a quote that is good for ten seconds. */
export default function ConvertPage() {
  const t = useTexts('assets');
  const [{ from_currency_id }] = useScreenParams('/pages/transfer/transfer', { from_currency_id: 'number?' });
  const balances = useAccountBalances({ account: 'change' });
  const query = balances;
  return (
    <Page title={t('routes.transfer.transfer')} back>
      <Loaded query={query} waiting={<SkeletonRows count={5} />}>
        {(data) => (
          <>
            <ConvertForm balances={data.list} wanted={from_currency_id} />
            <Conversions balances={data.list} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
