import { useTexts } from '@tessera/i18n';
import { CoinIcon, Stack } from '@tessera/ui';
import { Select } from '@tessera/ui/forms';

type OnNetwork = { readonly currency: string; readonly network: string };

type Props<N extends OnNetwork> = {
  readonly networks: readonly N[];
  readonly value: N;
  readonly onChoose: (network: N) => void;
};

/** A coin, and one of its networks. Another coin keeps the network where it has it. */
export function NetworkChooser<N extends OnNetwork>({ networks, value, onChoose }: Props<N>) {
  const t = useTexts('assets');
  const currencies = [...new Set(networks.map(({ currency }) => currency))];
  const choose = (currency: string, network: string) => {
    const own = networks.filter((each) => each.currency === currency);
    const next = own.find((each) => each.network === network) ?? own[0];
    if (next) onChoose(next);
  };
  return (
    <Stack gap={3} pairs>
      <Select
        label={t('deposit.coin')}
        options={currencies.map((currency) => ({
          value: currency,
          label: currency,
          start: <CoinIcon symbol={currency} size="s" />,
        }))}
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
