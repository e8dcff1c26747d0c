/** Bytes of an input before its script: the output that it spends. */
const OUTPOINT = 36;
const SEQUENCE = 4;
const VERSION = 4;
/** Small numbers are one byte; these say how many bytes of a larger one follow. */
const TWO_BYTES = 0xfd;
const FOUR_BYTES = 0xfe;

/** `units` in satoshi, `script` in small hexadecimal digits. */
type RawOutput = { readonly units: bigint; readonly script: string };

function reader(bytes: Buffer) {
  let at = 0;
  const skip = (count: number): void => {
    at += count;
    if (at > bytes.length) throw new RangeError('the transaction ends before its outputs');
  };
  const take = (count: number): Buffer => {
    const from = at;
    skip(count);
    return bytes.subarray(from, at);
  };
  /** A count or a length. No transaction has one of eight bytes: its reading ends behind the last byte. */
  function compact(): number {
    const [first = 0] = take(1);
    if (first < TWO_BYTES) return first;
    if (first === TWO_BYTES) return take(2).readUInt16LE();
    return first === FOUR_BYTES ? take(4).readUInt32LE() : Number(take(8).readBigUInt64LE());
  }
  return { skip, take, compact, peek: (offset: number) => bytes[at + offset] };
}

/**
 * Outputs of a transaction as nodes pass it on (BIP 144: a zero byte and a flag before the inputs where it has witnesses, or,
 * on Litecoin, an extension). Null for what is no transaction.
 */
export function rawOutputs(hex: string): readonly RawOutput[] | null {
  const { skip, take, compact, peek } = reader(Buffer.from(hex, 'hex'));
  try {
    skip(VERSION);
    if (peek(0) === 0 && peek(1) !== 0) skip(2);
    for (let inputs = compact(); inputs > 0; inputs -= 1) {
      skip(OUTPOINT);
      skip(compact());
      skip(SEQUENCE);
    }
    const outputs: RawOutput[] = [];
    for (let left = compact(); left > 0; left -= 1) {
      const units = take(8).readBigUInt64LE();
      outputs.push({ units, script: take(compact()).toString('hex') });
    }
    return outputs;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
