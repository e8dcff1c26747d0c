import type { FastifyRequest } from 'fastify';

const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Whether a header `accept-encoding` names this encoding. */
export const accepts = (header: string | string[] | undefined, encoding: string): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => each.split(';', 1)[0]?.trim() === encoding);

export type PackedFile = { readonly content: Buffer; readonly encoding?: string };

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A file in the best way that the client accepts and the build has; undefined if `read` finds none. */
export async function packedFile(
  { headers }: FastifyRequest,
  path: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<PackedFile | undefined> {
  for (const [encoding, suffix] of PACKED) {
    const packed = accepts(headers['accept-encoding'], encoding) && (await read(path + suffix));
    if (packed) return { content: bufferOf(packed), encoding };
  }
  const plain = await read(path);
  return plain && { content: bufferOf(plain) };
}
