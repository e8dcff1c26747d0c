/**
 * `a.nn+1@x` is the inbox of `ann@x` at most providers: spellings of an address are one, and so is the person. The function
 * `inbox_of` of the database is the same rule.
 */
export function inboxOfMail(address: string): string {
  const value = address.toLowerCase();
  const at = Math.max(0, value.lastIndexOf('@'));
  return value.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '') + value.slice(at);
}
