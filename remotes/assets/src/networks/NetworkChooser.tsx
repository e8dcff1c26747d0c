import { useTexts } from '@tessera/i18n';
import { Stack, useLocale } from '@tessera/ui';
import { Select } from '@tessera/ui/forms';
import { coinOptions, type HeldCoin } from '../wallets/coin-options.tsx';

/** Coins from which on a list is searched rather than read. */
const SEARCHED_FROM = 8;
/** Of a coin whose balance is not shown. */
const NONE = { currency_id: 0, available: '0', scale: 0 } as const;

type OnNetwork = { readonly currency: string; readonly network: string };

type Props<N extends OnNetwork> = {
  readonly networks: readonly N[];
  readonly value: N;
  readonly onChoose: (network: N) => void;
  /** What there is of the coins, where it matters. */
  readonly balances?: readonly HeldCoin[] | undefined;
};

/** A coin, and one of its networks. Another coin keeps the network where it has it. */
export function NetworkChooser<N extends OnNetwork>({ networks, value, onChoose, balances = [] }: Props<N>) {
  const t = useTexts('assets');
  const locale = useLocale();
  const currencies = [...new Set(networks.map(({ currency }) => currency))];
  const coins = coinOptions(
    currencies.map((currency) => balances.find((each) => each.currency === currency) ?? { ...NONE, currency }),
    locale,
  ).map((option) => ({ ...option, value: option.label }));
  const choose = (currency: string, network: string) => {
    const own = networks.filter((each) => each.currency === currency);
    const next = own.find((each) => each.network === network) ?? own[0];
    if (next) onChoose(next);
  };
  return (
    <Stack gap={3} pairs>
      <Select
        label={t('deposit.coin')}
        searchable={currencies.length > SEARCHED_FROM}
        options={coins}
        value={value.currency}
        onChange={(currency) => choose(currency, value.network)}
      />
      <Select
        label={t('deposit.network')}
        options={networks
          .filter(({ currency }) => currency === value.currency)
          .map(({ network }) => ({ value: network, label: network }))}
        value={value.network}
        onChange={(network) => choose(value.currency, network)}
      />
    </Stack>
  );
}
