import { Text } from '@tessera/ui';

/** Why the exchange would refuse a payment, said before it is confirmed; nothing where nothing is known against it. */
export function Refusal({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Text tone="danger" role="alert">
      {text}
    </Text>
  );
}
