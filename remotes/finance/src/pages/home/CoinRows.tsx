import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { ChipGroup, CoinIcon, List, ListRow, Text } from '@tessera/ui';
import type { ReactNode } from 'react';
import type { Coin } from '../../earn/terms.ts';
import { useEarnTexts } from '../../earn/use-earn-texts.ts';

const Yield = ({ children }: { readonly children: ReactNode }) => (
  <Text as="span" tone="success" size={14} weight="strong">
    {children}
  </Text>
);

/** Coins by what they earn. */
function Coins({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useTexts('finance');
  const texts = useEarnTexts();
  return (
    <List card label={t('group.earn')}>
      {coins.map((coin) => (
        <ListRow
          key={coin.currency}
          start={<CoinIcon symbol={coin.currency} />}
          title={coin.currency}
          subtitle={texts.terms(coin)}
          value={<Yield>{texts.range(coin)}</Yield>}
          note={t('aprShort')}
          figure
          to={screenUrl('/pages/financial/coin', { coin: coin.currency })}
        />
      ))}
    </List>
  );
}

/** The terms of one coin. */
function Terms({ coin: { currency, terms } }: { readonly coin: Coin }) {
  const t = useTexts('finance');
  const texts = useEarnTexts();
  return (
    <List card label={currency}>
      {terms.map(({ kind, days, year }) => (
        <ListRow
          key={`${kind} ${days}`}
          start={<CoinIcon symbol={currency} />}
          title={texts.term(days)}
          subtitle={t(`product.${kind}`)}
          value={<Yield>{texts.rate(year)}</Yield>}
          note={t('aprShort')}
          figure
          to={screenUrl('/pages/financial/coin', { coin: currency, days, kind })}
        />
      ))}
    </List>
  );
}

type CoinRowsProps = {
  readonly coins: readonly Coin[];
  /** The coin whose terms are shown; null: all coins. */
  readonly chosen: string | null;
  readonly onChoose: (currency: string | null) => void;
};

const ALL = '';

/** Coins as rows, or the terms of the one that is chosen. */
export function CoinRows({ coins, chosen, onChoose }: CoinRowsProps) {
  const t = useTexts('finance');
  const coin = coins.find(({ currency }) => currency === chosen);
  return (
    <>
      <ChipGroup
        label={t('hub.coins')}
        options={[
          { value: ALL, label: t('hub.all') },
          ...coins.map(({ currency }) => ({ value: currency, label: currency })),
        ]}
        value={coin ? coin.currency : ALL}
        onChange={(value) => onChoose(value === ALL ? null : value)}
      />
      {coin ? <Terms coin={coin} /> : <Coins coins={coins} />}
    </>
  );
}
