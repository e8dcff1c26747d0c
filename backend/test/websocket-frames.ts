/** The texts of WebSocket frames that are not masked (RFC 6455, section 5.2), all of them whole. */
export function textsOf(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    if (bytes.readUInt8(at) !== 0x81 || short > 127) throw new Error('this is no text of a server');
    const head = short === 127 ? 10 : short === 126 ? 4 : 2;
    const length =
      head === 10 ? Number(bytes.readBigUInt64BE(at + 2)) : head === 4 ? bytes.readUInt16BE(at + 2) : short;
    if (at + head + length > bytes.length) throw new Error('the last frame is not whole');
    texts.push(bytes.toString('utf8', at + head, at + head + length));
    at += head + length;
  }
  return texts;
}
