import { type SavedAddress, useCards, useInternationalCards } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { type ScreenUrl, screenUrl } from '@tessera/router';
import { Button, Stack, Text } from '@tessera/ui';
import { Select, TextInput } from '@tessera/ui/forms';

type None = { readonly text: string; readonly action: string; readonly to: ScreenUrl };

const Missing = ({ text, action, to }: None) => (
  <Stack gap={2}>
    <Text>{text}</Text>
    <Button variant="secondary" to={to}>
      {action}
    </Button>
  </Stack>
);

type ChoiceProps = {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | null;
};

export function SavedTarget({ addresses, ...choice }: ChoiceProps & { readonly addresses: readonly SavedAddress[] }) {
  const t = useTexts('assets');
  if (addresses.length === 0) {
    const to = screenUrl('/pages/setting/addWallet');
    return <Missing text={t('payout.noAddress')} action={t('payout.addAddress')} to={to} />;
  }
  return (
    <Select
      label={t('payout.chooseAddress')}
      options={addresses.map(({ id, name, address }) => ({
        value: id,
        label: `${name} · ${address.slice(0, 6)}…${address.slice(-6)}`,
      }))}
      {...choice}
    />
  );
}

export function CardTarget({ abroad, ...choice }: ChoiceProps & { readonly abroad: boolean }) {
  const t = useTexts('assets');
  const local = useCards(abroad ? null : {});
  const international = useInternationalCards(abroad ? {} : null);
  const cards = (abroad ? international.data : local.data) ?? [];
  if (cards.length === 0) {
    const to = abroad ? screenUrl('/pages/setting/bank_international') : screenUrl('/pages/setting/bank');
    return <Missing text={t('payout.noCard')} action={t('payout.addCard')} to={to} />;
  }
  return (
    <Select
      label={t('payout.toCard')}
      options={cards.map(({ id, bank_name, card_last4 }) => ({ value: id, label: `${bank_name} •••• ${card_last4}` }))}
      {...choice}
    />
  );
}

type TypedProps = ChoiceProps & { readonly network: string };

export function TypedTarget({ network, ...field }: TypedProps) {
  const t = useTexts('assets');
  return (
    <TextInput
      label={`${t('payout.address')} · ${network}`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
      {...field}
    />
  );
}
