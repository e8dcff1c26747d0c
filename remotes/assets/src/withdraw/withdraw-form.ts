import type { PayoutNetwork, SavedAddress } from '@tessera/api/payees';
import { addressProblem, foldAddress } from '@tessera/api/payees/rules';
import { receivedOf, type WithdrawalInput, withdrawalProblem } from '@tessera/api/withdrawals';
import { defineForm } from '@tessera/form';
import { cmp } from '@tessera/money';
import { type ScreenUrl, screenUrl } from '@tessera/router';
import { linkProblem } from '../payees/payment-link.ts';

/** Where the money goes: a typed address, a saved one, or a card. */
export type Way = 'typed' | 'saved' | 'card';

export type WithdrawEntries = {
  readonly way: Way;
  /** '' while there is no number. */
  readonly amount: string;
  readonly address: string;
  /** What the payment link that the address is of asks for; '' for nothing. */
  readonly linked: string;
  readonly addressId: string;
  readonly cardId: string;
  /** What is missing shows once the user tried to send. */
  readonly tried: boolean;
};

export type WithdrawConditions = {
  readonly network: PayoutNetwork;
  readonly addresses: readonly SavedAddress[];
};

/** What is asked for, before its owner approves it. */
export type Asked = Omit<WithdrawalInput, 'key' | 'totp' | 'passkey' | 'code'>;

export const withdrawForm = defineForm({
  initial: (way: Way): WithdrawEntries => ({
    way,
    amount: '',
    address: '',
    linked: '',
    addressId: '',
    cardId: '',
    tried: false,
  }),
  reduce: (entries: WithdrawEntries, change: Partial<WithdrawEntries>): WithdrawEntries => ({ ...entries, ...change }),
  derive(
    { way, amount, address, addressId, cardId }: WithdrawEntries,
    { network }: WithdrawConditions,
  ): { readonly asked: Asked | null; readonly received: string } {
    const received = amount === '' ? '0' : receivedOf(amount, network.fee);
    const base = { currency_id: network.currency_id, number: amount, fee: network.fee };
    const typed = foldAddress(address);
    if (amount === '') return { asked: null, received };
    if (way === 'typed') {
      return { asked: typed ? { ...base, address: typed, network: network.network } : null, received };
    }
    if (way === 'saved') return { asked: addressId ? { ...base, address_id: addressId } : null, received };
    return { asked: cardId ? { ...base, bank_card_id: cardId } : null, received };
  },
  problems({ way, amount, address, addressId, cardId }, _, { network }) {
    const { chain, currency, token, scale, min_number: min } = network;
    const ofAmount = withdrawalProblem(amount, { currency, scale, min });
    const missing = { code: 'address_required', field: 'target' } as const;
    const ofAddress =
      way === 'typed' && chain !== null
        ? (linkProblem({ chain, network: network.network, sent: { currency, token } }, address) ??
          addressProblem({ chain, network: network.network }, foldAddress(address), { exact: true }))
        : null;
    return [
      ...(ofAddress ? [ofAddress] : []),
      ...((way === 'saved' && addressId === '') || (way === 'card' && cardId === '') ? [missing] : []),
      ...(ofAmount ? [ofAmount] : []),
    ];
  },
});

/** Where a withdrawal goes, in the words of the call. */
export const placeOf = ({ address, network = '' }: Pick<WithdrawalInput, 'address' | 'network'>): string =>
  address ?? network;

/** The address that a withdrawal goes to, and under which name it is saved; null of what has none. */
export function targetOf(
  { address, address_id }: Asked,
  addresses: readonly SavedAddress[],
): { readonly address: string | null; readonly name: string | null } {
  if (address !== undefined) return { address, name: null };
  const saved = addresses.find(({ id }) => id === address_id);
  return { address: saved?.address ?? null, name: saved?.name ?? null };
}

/** Where the same is sent to another user of the platform, without a fee. */
export const sendUrlOf = (asked: Asked, addresses: readonly SavedAddress[]): ScreenUrl =>
  screenUrl('/pages/fund/fundTransfer', {
    currency_id: asked.currency_id,
    to: targetOf(asked, addresses).address ?? '',
    amount: asked.number,
  });

/** Whether what would arrive is another amount than the payment link asks for. */
export const asksOtherwise = ({ way, linked, amount }: WithdrawEntries, received: string): boolean =>
  way === 'typed' && linked !== '' && amount !== '' && cmp(received, linked) !== 0;
