import { readIntegers, writeInteger } from './integers.ts';

/** Where the chain of a symbol stands, by the id of the symbol. */
export type StoredHead = { readonly id: number; readonly number: number; readonly link: Uint8Array };

const LINK_BYTES = 32;

/** Heads as `market_head` holds them: ids and numbers, then the links in the same order. */
export function encodeHeads(heads: readonly StoredHead[]): Buffer {
  const bytes: number[] = [];
  for (const { id, number } of heads) {
    writeInteger(bytes, id);
    writeInteger(bytes, number);
  }
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bytes.length);
  return Buffer.concat([size, Buffer.from(bytes), ...heads.map(({ link }) => link)]);
}

export function decodeHeads(bytes: Buffer): StoredHead[] {
  const links = 4 + bytes.readUInt32BE(0);
  const numbers = readIntegers(bytes.subarray(4, links));
  if (numbers.length % 2 !== 0 || bytes.length !== links + (numbers.length / 2) * LINK_BYTES) {
    throw new Error('heads of the market are damaged');
  }
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    id: numbers[index * 2] as number,
    number: numbers[index * 2 + 1] as number,
    link: bytes.subarray(links + index * LINK_BYTES, links + (index + 1) * LINK_BYTES),
  }));
}
