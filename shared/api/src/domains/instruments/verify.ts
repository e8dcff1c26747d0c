import { sha256 } from '@noble/hashes/sha2.js';
import type { Output } from '../../kit/contract.ts';
import { isSignedBy } from '../../kit/ed25519.ts';
import type { InstrumentsContract } from './contract.ts';

/*
 * Verifies the record of ticks in a page, in a tool or in any program: the links are SHA-256 over the link
 * before, the number of the tick and its fields, each as eight bytes, big endian; the first link is that of the symbol's
 * name. A signature covers one line for each symbol: name, number, link.
 */

export type SignedHeads = Output<InstrumentsContract['GET /market/heads']>['list'][number];
export type TickSpan = Output<InstrumentsContract['GET /market/ticks']>;

const encoder = new TextEncoder();
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The link before the first tick of a symbol, hexadecimal. */
export const firstLink = (symbol: string): string => hexOf(sha256(encoder.encode(`tessera ticks ${symbol}`)));

/** Whether the ticks lead from the start to the end of their span: none was changed, left out, added or moved. */
export function isWhole({ start, end, ticks }: TickSpan): boolean {
  if (start.number + ticks.length !== end.number) return false;
  let link = bytesOf(start.link);
  ticks.forEach((tick, index) => {
    const bytes = new Uint8Array(link.length + 8 * (tick.length + 1));
    bytes.set(link);
    const view = new DataView(bytes.buffer);
    [start.number + 1 + index, ...tick].forEach((field, place) => {
      view.setBigInt64(link.length + 8 * place, BigInt(field));
    });
    link = Uint8Array.from(sha256(bytes));
  });
  return hexOf(link) === end.link;
}

/** Whether heads were signed by this key, hexadecimal. */
export async function isSigned({ at, heads, signature }: SignedHeads, key: string): Promise<boolean> {
  const lines = Object.entries(heads)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, [number, link]]) => `${symbol} ${number} ${link}`);
  const text = encoder.encode(['tessera heads 1', String(at), ...lines].join('\n'));
  const binary = atob(signature.replaceAll('-', '+').replaceAll('_', '/'));
  return isSignedBy(
    bytesOf(key),
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    text,
  );
}

/** What is wrong with a span, null where it is what was signed. `heads` are those of its start and its end. */
export async function faultOf(
  span: TickSpan,
  heads: readonly SignedHeads[],
  key: string,
): Promise<'ticks' | 'heads' | 'signature' | null> {
  for (const end of [span.start, span.end]) {
    if (end.at === null) {
      if (end.number !== 0 || end.link !== firstLink(span.symbol)) return 'heads';
      continue;
    }
    const signed = heads.find(({ at }) => at === end.at);
    const [number, link] = signed?.heads[span.symbol] ?? [0, firstLink(span.symbol)];
    if (!signed || number !== end.number || link !== end.link) return 'heads';
    if (!(await isSigned(signed, key))) return 'signature';
  }
  return isWhole(span) ? null : 'ticks';
}
