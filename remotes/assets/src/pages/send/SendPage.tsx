import { ApiError } from '@tessera/api';
import {
  type AccountBalance,
  beginPayment,
  type PaymentInput,
  useAccountBalances,
  useSendPayment,
} from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp, formatAmount, isDecimalString } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import { Button, Loaded, Page, SkeletonRows, Stack, Text, useLocale } from '@tessera/ui';
import { useApproval } from '@tessera/ui/approval';
import { AmountInput, Select, TextInput, Unresolved, useEntries } from '@tessera/ui/forms';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { Payments } from '../../send/Payments.tsx';
import { type Asked, SendSheet } from '../../send/SendSheet.tsx';
import { coinOptions } from '../../wallets/coin-options.tsx';

const SHARES = [25, 50, 75, 100];
/** What the shortest account has: of a UID or a number. */
const SHORTEST = 6;

type Balances = readonly AccountBalance[];

/** A payment in one sentence. */
function WholePayment({ input, balances }: { readonly input: PaymentInput; readonly balances: Balances }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { currency = '', scale = 8 } = balances.find(({ currency_id }) => currency_id === input.currency_id) ?? {};
  const amount = formatAmount(input.number, scale, locale, { zeros: 'trimmed' });
  return t('send.whole', { amount, currency, to: input.account });
}

/** What a link to the form names. */
type Wanted = Readonly<Partial<Record<'to' | 'amount', string | undefined>>> & {
  readonly currency_id?: number | undefined;
};

function SendForm({ balances, wanted }: { readonly balances: Balances; readonly wanted: Wanted }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const usual = balances.find(({ currency }) => currency === 'USDT') ?? balances[0];
  const { values, set, field } = useEntries(() => ({
    currencyId: wanted.currency_id ?? usual?.currency_id ?? 0,
    account: wanted.to ?? '',
    amount: isDecimalString(wanted.amount ?? '') ? (wanted.amount ?? '') : '',
  }));
  const { currencyId, account, amount } = values;
  const result = useResult();
  const [finding, setFinding] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = useApproval({
    command: useSendPayment,
    toInput: ({ payment }: Asked, approved) => ({ ...payment, ...approved }),
    begin: async ({ payment, begun }, again) => (again ? await beginPayment(payment) : begun).approval,
    tell: setFailure,
    // Without a toast: the notice on the page shows that the outcome is unknown.
    repeats: true,
    onDone(done, { account: recipient }) {
      set({ amount: '' });
      const sent = formatAmount(done.number, done.scale, locale, { zeros: 'trimmed' });
      result.show({
        title: t('send.done', { amount: sent, currency: done.currency, name: done.name }),
        items: [
          { label: t('transfer.from'), value: common('account.change') },
          { label: t('transfer.to'), value: recipient },
          { label: common('fee'), value: t('transfer.free') },
        ],
      });
    },
  });
  const chosen = balances.find(({ currency_id }) => currency_id === currencyId);
  const { currency = '', scale = 8, available = '0' } = chosen ?? {};
  const isReady =
    account.trim().length >= SHORTEST && amount !== '' && cmp(amount, '0') > 0 && cmp(amount, available) <= 0;
  const find = async () => {
    const payment = { account: account.trim(), currency_id: currencyId, number: amount };
    setFailure(null);
    setFinding(true);
    try {
      send.ask({ payment, begun: await beginPayment(payment), currency, scale });
    } catch (error) {
      setFailure(error);
    } finally {
      setFinding(false);
    }
  };
  const ofAccount = failure instanceof ApiError && failure.field === 'account';
  const problem = failure !== null ? problemText(failure) : null;
  return (
    <Stack gap={3} below={6} above={2}>
      {send.unresolved && (
        <Unresolved busy={send.busy} onRepeat={send.repeat}>
          <WholePayment input={send.unresolved} balances={balances} />
        </Unresolved>
      )}
      <TextInput
        label={t('send.to')}
        helper={t('send.toNote')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        error={ofAccount ? problem : null}
        onChange={(text) => {
          setFailure(null);
          set({ account: text });
        }}
      />
      <Select
        label={t('send.currency')}
        searchable
        options={coinOptions(balances, locale)}
        value={String(currencyId)}
        onChange={(id) => set({ currencyId: Number(id), amount: '' })}
      />
      <AmountInput
        key={currencyId}
        label={t('send.amount')}
        unit={currency}
        scale={scale}
        balance={available}
        percentages={SHARES}
        {...field('amount')}
        name="amount"
      />
      {problem !== null && !ofAccount && (
        <Text tone="danger" role="alert">
          {problem}
        </Text>
      )}
      <Text>{t('send.note')}</Text>
      <Button size="l" block disabled={!isReady} busy={finding} onClick={() => void find()}>
        {t('send.next')}
      </Button>
      <SendSheet asked={send.asked} sheet={send.sheet} />
      {result.screen}
    </Stack>
  );
}

/** Sends money of the exchange account to another user. */
export default function SendPage() {
  const t = useTexts('assets');
  const [wanted] = useScreenParams('/pages/fund/fundTransfer', {
    currency_id: 'number?',
    to: 'string?',
    amount: 'string?',
  });
  const query = useAccountBalances({ account: 'change' });
  return (
    <Page title={t('routes.fund.fundTransfer')} back>
      <Loaded query={query} waiting={<SkeletonRows count={5} />}>
        {(data) => (
          <>
            <SendForm balances={data.list} wanted={wanted} />
            <Payments />
          </>
        )}
      </Loaded>
    </Page>
  );
}
