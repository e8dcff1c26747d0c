import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { approvalChallenge, type PaymentTerms } from '@tessera/signer-api';
import * as z from 'zod';
import type { SignerConfig } from './config.ts';

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,8000}$/);
const assertionShape = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

type Approving = Pick<SignerConfig, 'name' | 'approvers' | 'rpId' | 'origins'>;

async function memberOf(config: Approving, challenge: string, text: string): Promise<string | null> {
  try {
    const assertion = assertionShape.parse(JSON.parse(text));
    const approver = config.approvers.find(({ credentialId }) => credentialId === assertion.id);
    if (!approver) return null;
    const { verified } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: config.origins,
      expectedRPID: config.rpId,
      requireUserVerification: true,
      // An approval is for one payment, which is paid once: a repeated one pays nothing, so that counters decide nothing.
      credential: {
        id: approver.credentialId,
        publicKey: new Uint8Array(Buffer.from(approver.publicKey, 'base64url')),
        counter: 0,
      },
    });
    return verified ? approver.member : null;
  } catch {
    return null;
  }
}

/** The members who approved exactly these terms. Two passkeys of a member are one member. */
export async function approvedBy(
  config: Approving,
  terms: PaymentTerms,
  assertions: readonly string[],
): Promise<ReadonlySet<string>> {
  const challenge = approvalChallenge(config.name, terms);
  const members = await Promise.all(assertions.map((text) => memberOf(config, challenge, text)));
  return new Set(members.filter((member) => member !== null));
}
