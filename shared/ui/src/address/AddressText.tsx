import { Span } from '../primitives/Primitives.tsx';

/** Characters at either end that users compare before they pay. */
const HEAD = 6;
const TAIL = 6;

/**
 * An address of a chain in full, with its first and last characters stressed: those are what is compared with the wallet
 * that pays. Selected and copied it is the plain address.
 */
export const AddressText = ({ value }: { readonly value: string }) => (
  <Span tone="normal" breaks dir="ltr" translate="no">
    {value.length <= HEAD + TAIL ? (
      <strong>{value}</strong>
    ) : (
      <>
        <strong>{value.slice(0, HEAD)}</strong>
        {value.slice(HEAD, -TAIL)}
        <strong>{value.slice(-TAIL)}</strong>
      </>
    )}
  </Span>
);
