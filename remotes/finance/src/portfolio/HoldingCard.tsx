import type { Portfolio } from '@tessera/api/portfolio';
import { useTexts } from '@tessera/i18n';
import { sub } from '@tessera/money';
import { asScreenUrl } from '@tessera/router';
import { Button, Card, CoinIcon, Inline, KeyValue, Stack, Text } from '@tessera/ui';
import { TermProgress } from '../earn/TermProgress.tsx';
import { useFigures } from './use-figures.ts';

type Holding = Portfolio['holdings'][number];

/** What is held in a product: how far its term is, what comes next, and what leaving it now returns. */
export function HoldingCard({ holding }: { readonly holding: Holding }) {
  const t = useTexts('finance');
  const own = useTexts('finance/portfolio');
  const { fiat, money, time } = useFigures();
  const { currency, scale, amount, earned, next_payment, started_at, matures_at, exit } = holding;
  const screen = asScreenUrl(holding.screen);
  const kept = exit === null ? '0' : sub(amount, exit);
  const paid = earned.filter(({ amount: sum }) => sum !== '0');
  return (
    <Card as="li" gap={3}>
      <Inline gap={3} between at="start">
        <Inline gap={3}>
          <CoinIcon symbol={currency} />
          <Stack gap={1}>
            <Text tone="strong" size={14} weight="medium">
              {holding.name}
            </Text>
            <Text>{t(`product.${holding.product}`)}</Text>
          </Stack>
        </Inline>
        <Stack gap={1} items="end">
          <Text tone="strong" size={14} weight="medium" align="end">
            {money(holding)}
          </Text>
          {holding.value !== null && <Text>{fiat(holding.value)}</Text>}
        </Stack>
      </Inline>
      {started_at !== null && matures_at !== null && <TermProgress startedAt={started_at} endsAt={matures_at} />}
      <KeyValue
        items={[
          ...(paid.length === 0 ? [] : [{ label: own('earned'), value: paid.map(money).join(' · ') }]),
          ...(next_payment === null
            ? []
            : [{ label: own('next'), value: `${money(next_payment)} · ${time(next_payment.at)}` }]),
          ...(exit === null
            ? []
            : [
                {
                  label: t('position.exitNow'),
                  value: [
                    money({ currency, scale, amount: exit }),
                    ...(kept === '0' ? [] : [`−${money({ currency, scale, amount: kept })}`]),
                  ].join(' · '),
                },
              ]),
        ]}
      />
      {screen && (
        <Button block variant="secondary" to={screen}>
          {t('position.manage')}
        </Button>
      )}
    </Card>
  );
}
