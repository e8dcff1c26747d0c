import * as z from 'zod/mini';
import { decimalString, optional, positiveDecimal, rowId, smallId, text } from '../../kit/fields.ts';
import { typedAddress } from '../payees/inputs.ts';

const TARGETS = ['address_id', 'bank_card_id', 'address'] as const;

export const payoutFields = {
  currency_id: smallId,
  /** What leaves the account; the fee is part of it. */
  number: positiveDecimal,
  /** The fee that the user saw; another one by now rejects the request. */
  fee: decimalString,
  /** Exactly one of three: a saved address, a saved card, or an address with its network. */
  address_id: optional(rowId),
  bank_card_id: optional(rowId),
  address: optional(typedAddress),
  network: optional(text(20)),
};

type Target = { readonly [K in (typeof TARGETS)[number] | 'network']?: string | undefined };

/** Reports unless the money goes to exactly one place. */
export const oneTarget = z.superRefine<Target>((value, context) => {
  const given = TARGETS.filter((name) => value[name] !== undefined);
  if (given.length !== 1) {
    const params = { code: 'address_required' } as const;
    context.addIssue({ code: 'custom', path: ['address_id'], message: params.code, params });
  } else if (value.address !== undefined && value.network === undefined) {
    const params = { code: 'field_required' } as const;
    context.addIssue({ code: 'custom', path: ['network'], message: params.code, params });
  }
});
