import type { StaffPayoutOutput } from '@tessera/api/withdrawals';
import { cryptography } from '@tessera/device';

type Begun = Pick<StaffPayoutOutput<'POST /staff/payout/approve/begin'>, 'signer' | 'terms'>;

/** What a passkey signs to approve a payment: SHA-256 over the signer and the terms, base64url, as the signer computes it. */
export async function challengeOf({ signer, terms }: Begun): Promise<string> {
  const { id, chain, asset, to, amount, attempt } = terms;
  const text = JSON.stringify(['tessera payout 1', signer, id, chain, asset, to, amount, attempt]);
  const hash = await cryptography().digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
