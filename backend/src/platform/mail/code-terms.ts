import * as z from 'zod/mini';

const ACTIONS = [
  'withdrawal',
  'send',
  'whitelist_on',
  'whitelist_off',
  'nft_withdrawal',
  'nft_purchase',
  'nft_deposit',
  'nft_bid',
  'nft_sale',
  'quiz_stake',
  'anti_phishing',
  'add_passkey',
  'remove_passkey',
  'set_authenticator',
  'remove_authenticator',
  'renew_recovery_codes',
] as const;
export type CodeAction = (typeof ACTIONS)[number];

const LABELS = [
  'amount',
  'fee',
  'network',
  'address',
  'bank_account',
  'recipient',
  'artwork',
  'contract',
  'round',
  'choice',
  'email',
  'mobile',
  'phrase',
  'passkey',
] as const;
export type TermLabel = (typeof LABELS)[number];

export const codeTermsSchema = z.object({
  /** Null where the scene of the code says it. */
  action: z.nullable(z.enum(ACTIONS)),
  rows: z.array(z.object({ label: z.enum(LABELS), value: z.string() })),
});

/** What a code authorises, for the reader of its message. */
export type CodeTerms = z.output<typeof codeTermsSchema>;

/** Characters of a long value that a short message shows at each end. */
const ENDS = 8;
const SHORT: ReadonlySet<TermLabel> = new Set<TermLabel>(['address', 'contract']);

/** The value of a row; addresses are shortened where space is dear. */
export const shortValue = ({ label, value }: CodeTerms['rows'][number]): string =>
  SHORT.has(label) && value.length > 3 * ENDS ? `${value.slice(0, ENDS)}...${value.slice(-ENDS)}` : value;

/** A name that users chose, of which mailboxes make no link. */
export const unlinked = (name: string): string => name.replace(/[./:@\\]+(?=\S)/g, ' ');
