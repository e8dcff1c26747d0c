/** Owner of second factors. Those of users and of staff are apart, even with the same id. */
export type Holder = { readonly kind: 'user' | 'staff'; readonly id: string };

/** The stored form: `user:17`. */
export const holderKey = ({ kind, id }: Holder): string => `${kind}:${id}`;

export function holderOf(key: string): Holder {
  const [kind, id] = key.split(':');
  if ((kind !== 'user' && kind !== 'staff') || !id) throw new Error(`${key} names no holder of factors`);
  return { kind, id };
}
