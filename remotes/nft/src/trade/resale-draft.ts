import { type Resale, resaleProblem } from '@tessera/api/nft';

/** A resale as it is entered: '' where there is nothing. */
export type ResaleDraft = {
  readonly saleType: Resale['saleType'];
  readonly price: string;
  readonly increment: string;
  /** In the reader's own time zone, as a `datetime-local` input has it; '' is now. */
  readonly start: string;
  readonly end: string;
};

export const NEW_RESALE: ResaleDraft = { saleType: 'normal', price: '', increment: '', start: '', end: '' };

/** Unix ms of a local time; null of none. */
export function momentOf(local: string): number | null {
  const at = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(at) ? null : at;
}

/** A time as a `datetime-local` input takes it: to the minute, in the reader's own time zone. */
export function localOf(at: number): string {
  const shift = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - shift).toISOString().slice(0, 16);
}

/** What the rules of the exchange see. */
const termsOf = ({ saleType, price, increment, start, end }: ResaleDraft, scale: number, now: number): Resale => ({
  saleType,
  price,
  increment: saleType === 'auction' && increment !== '' ? increment : null,
  startAt: momentOf(start) ?? now,
  endAt: momentOf(end),
  scale,
});

/** Why it cannot be put up, and at which field; null where it can. */
export function draftProblem(draft: ResaleDraft, scale: number, now: number): ReturnType<typeof resaleProblem> {
  if (draft.price === '') return { code: 'field_required', field: 'price' };
  return resaleProblem(termsOf(draft, scale, now), now);
}

/** Where the fields of the call stand in the form, if under another name. */
export const PLACES: Readonly<Record<string, keyof ResaleDraft>> = { start_time: 'start', end_time: 'end' };

/** The input of the call, without the payment password. */
export function resaleInput(code: string, draft: ResaleDraft) {
  const start = momentOf(draft.start);
  const end = momentOf(draft.end);
  return {
    code,
    sale_type: draft.saleType,
    price: draft.price,
    ...(draft.saleType === 'auction' && { increment: draft.increment }),
    ...(start !== null && { start_time: start }),
    ...(end !== null && { end_time: end }),
  };
}
