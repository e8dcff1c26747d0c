import type { PayoutNetwork } from '@tessera/api/payees';
import { addressProblem, foldAddress, readAddress, readRequest } from '@tessera/api/payees/rules';
import { defineForm } from '@tessera/form';

export type AddressEntries = {
  readonly name: string;
  readonly tag: string;
  readonly address: string;
  /** What the picture's code says; null where none was found, undefined before a picture. */
  readonly qrText: string | null | undefined;
  /** Location of the uploaded picture. */
  readonly qrcode: string | null;
  readonly tried: boolean;
};

type Problem = { readonly code: 'name' | 'address' | 'qrNone' | 'qrUnclear' | 'qrDiffers' | 'qrMissing' };

type Pictured = { readonly pictured: string | null; readonly unclear: string | null };

/** A new address: the picture of its QR code must name what was typed. */
export const addressForm = defineForm({
  initial: (): AddressEntries => ({ name: '', tag: '', address: '', qrText: undefined, qrcode: null, tried: false }),
  reduce: (entries: AddressEntries, change: Partial<AddressEntries>): AddressEntries => ({ ...entries, ...change }),
  /** The address that the picture names on this network, or the part that makes it more than an address. */
  derive({ qrText }: AddressEntries, { chain }: PayoutNetwork): Pictured {
    const request = chain !== null && typeof qrText === 'string' ? readRequest(chain, qrText) : null;
    return request && 'unclear' in request
      ? { pictured: null, unclear: request.unclear }
      : { pictured: request?.address ?? null, unclear: null };
  },
  problems({ name, address, qrText, qrcode }, { pictured, unclear }, { chain, network }): readonly Problem[] {
    const typed = foldAddress(address);
    const found: Problem[] = [];
    if (name.trim() === '') found.push({ code: 'name' });
    if (chain === null || addressProblem({ chain, network }, typed, { exact: false })) found.push({ code: 'address' });
    if (qrText === undefined || qrcode === null) found.push({ code: 'qrMissing' });
    if (qrText === null) found.push({ code: 'qrNone' });
    else if (unclear !== null) found.push({ code: 'qrUnclear' });
    else if (qrText !== undefined && chain !== null && pictured !== readAddress(chain, typed)?.address) {
      found.push({ code: 'qrDiffers' });
    }
    return found;
  },
});
