import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import {
  Button,
  Card,
  ChipGroup,
  CoinIcon,
  EmptyState,
  Inline,
  Loaded,
  LogInButton,
  Page,
  SkeletonRows,
  Stack,
  Text,
} from '@tessera/ui';
import { SegmentedControl } from '@tessera/ui/forms';
import { useState } from 'react';
import { type Coin, type Term, termOf } from '../../earn/terms.ts';
import { useCoins } from '../../earn/use-coins.ts';
import { useEarnTexts } from '../../earn/use-earn-texts.ts';
import { DemandForm } from '../../invest/DemandForm.tsx';
import { FixedForm } from '../../invest/FixedForm.tsx';
import { demandPurchase } from '../../invest/purchases.ts';
import { Rate } from '../../invest/Rate.tsx';
import { EarlyExplained } from '../../mining/Early.tsx';
import { LockForm } from '../../mining/LockForm.tsx';
import { Rates } from '../../mining/Rates.tsx';

const POSITIONS = {
  demand: screenUrl('/pages/fund/demandDeposit'),
  fixed: screenUrl('/pages/invest/mine'),
  mining: screenUrl('/pages/lockming/order'),
} as const;

type Form = ReturnType<typeof demandPurchase.useForm>;

type TermProps = { readonly term: Term; readonly form: Form; readonly onMoved: () => void };

/** The form of a term: the same field for each, so that an amount stays while terms are compared. */
function TermForm({ term, form, onMoved }: TermProps) {
  if (term.kind === 'mining') return <LockForm product={term.product} form={form} onMoved={onMoved} />;
  const Form = term.kind === 'demand' ? DemandForm : FixedForm;
  return <Form product={term.product} form={form} onMoved={onMoved} />;
}

/** What leaving early costs, and what can be lost. */
function Risks({ term, form }: Pick<TermProps, 'term' | 'form'>) {
  const t = useTexts('finance/invest');
  if (term.kind !== 'mining') return <Text>{t(`loss.${term.kind}`)}</Text>;
  const { currency, scale, day_rates: rates, min_amount, penalty_ratio: penaltyRatio } = term.product;
  return <EarlyExplained terms={{ amount: form.values.amount || min_amount, rates, scale, currency, penaltyRatio }} />;
}

type Wanted = { readonly days: number | undefined; readonly kind: string | undefined };

function Terms({
  coin,
  asked,
  onMoved,
}: {
  readonly coin: Coin;
  readonly asked: Wanted;
  readonly onMoved: () => void;
}) {
  const t = useTexts('finance');
  const texts = useEarnTexts();
  const signedIn = useSession() !== null;
  const form = demandPurchase.useForm();
  const [wanted, setWanted] = useState(asked);
  const term = termOf(coin, wanted.days, wanted.kind);
  if (!term) return null;
  const lengths = [...new Set(coin.terms.map(({ days }) => days))];
  const same = coin.terms.filter(({ days }) => days === term.days);
  return (
    <Stack gap={4} below={8}>
      <Card gap={3}>
        <Inline gap={2}>
          <CoinIcon symbol={coin.currency} />
          <Stack gap={1}>
            {term.kind === 'mining' ? (
              <Rates dayRates={term.product.day_rates} currency={coin.currency} />
            ) : (
              <Rate product={term.product} />
            )}
            <Text>{t(`product.${term.kind}`)}</Text>
          </Stack>
        </Inline>
        <ChipGroup
          wrap
          label={t('coin.term')}
          options={lengths.map((days) => ({ value: String(days), label: texts.term(days) }))}
          value={String(term.days)}
          onChange={(days) => setWanted({ days: Number(days), kind: wanted.kind })}
        />
        {same.length > 1 && (
          <SegmentedControl
            label={t('coin.paid')}
            options={same.map(({ kind, year }) => ({
              value: kind,
              label: `${t(kind === 'mining' ? 'coin.daily' : 'coin.atEnd')} · ${texts.rate(year)}`,
            }))}
            value={term.kind}
            onChange={(kind) => setWanted({ days: term.days, kind })}
          />
        )}
      </Card>
      {signedIn ? (
        <TermForm key={`${term.kind} ${term.product.id}`} term={term} form={form} onMoved={onMoved} />
      ) : (
        <LogInButton block size="l" />
      )}
      <Risks term={term} form={form} />
      <Button block variant="ghost" to={POSITIONS[term.kind]}>
        {t('summary.open')}
      </Button>
    </Stack>
  );
}

/** What one coin can earn: its terms, one amount, and what comes when. */
export default function CoinPage() {
  const t = useTexts('finance');
  const [{ coin: currency = 'USDT', days, kind }] = useScreenParams('/pages/financial/coin', {
    coin: 'string?',
    days: 'number?',
    kind: 'string?',
  });
  const query = useCoins();
  return (
    <Page title={t('coin.title', { coin: currency })} back>
      <Loaded query={query} waiting={<SkeletonRows count={8} />}>
        {({ coins }) => {
          const coin = coins.find((each) => each.currency === currency);
          return coin ? (
            <Terms key={currency} coin={coin} asked={{ days, kind }} onMoved={() => void query.refetch()} />
          ) : (
            <EmptyState
              illustration="box"
              title={t('coin.none')}
              action={<Button to={screenUrl('/pages/financial/index')}>{t('coin.others')}</Button>}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
