/*
 * What packets say of themselves, by the formats of their codecs. Nothing is decoded: a file passes whose packets are framed
 * as its codec has them, whatever they show. Garbage, other codecs and cut-off packets do not.
 */

export type PacketCheck = (data: Uint8Array, first: boolean) => boolean;

/** Bytes of one packet of AAC a channel, ISO 14496-3: 6,144 bits; 8 channels at most. */
const AAC_LONGEST = 768 * 8;
const KIB = 1_024;
/** A packet of Opus has at most 120 ms, at 510 kbit/s. */
const OPUS_LONGEST = 8 * KIB;

/** H.264 in MP4 and Matroska: units with their length in front, ISO 14496-15. The first packet has an IDR slice. */
export const avcPackets =
  (lengthBytes: number): PacketCheck =>
  (data, first) => {
    let at = 0;
    let idr = false;
    let slices = 0;
    while (at + lengthBytes < data.length) {
      let length = 0;
      for (let index = 0; index < lengthBytes; index++) length = length * 256 + (data[at + index] ?? 0);
      at += lengthBytes;
      const header = data[at] ?? 0x80;
      const type = header & 0x1f;
      // The forbidden bit, types that are not specified, and lengths beyond the packet.
      if (length === 0 || at + length > data.length || (header & 0x80) !== 0 || type === 0 || type > 23) return false;
      if (type >= 1 && type <= 5) slices++;
      idr ||= type === 5;
      at += length;
    }
    return at === data.length && slices > 0 && (!first || idr);
  };

/** RFC 6386, 9.1: bit 0 is 0 in a key frame, which has a start code and its size; the rest has a first partition. */
const vp8: PacketCheck = (data, first) => {
  if (data.length < 4) return false;
  const [a = 1, b = 0, c = 0] = data;
  const key = (a & 1) === 0;
  const partition = (a | (b << 8) | (c << 16)) >> 5;
  if (partition === 0 || partition > data.length || ((a >> 1) & 7) > 3) return false;
  if (!key) return !first;
  return data.length >= 10 && data[3] === 0x9d && data[4] === 0x01 && data[5] === 0x2a;
};

/** VP9, 6.2: the frame marker is 2; a key frame has the sync code 0x498342. */
const vp9: PacketCheck = (data, first) => {
  const [a = 0] = data;
  if (data.length === 0 || a >> 6 !== 2) return false;
  // Profile 3 has a reserved bit before the two that say whether it shows an earlier frame, and whether it is a key frame.
  const reserved = (a & 0x30) === 0x30 ? 1 : 0;
  const key = ((a >> (3 - reserved)) & 1) === 0 && ((a >> (2 - reserved)) & 1) === 0;
  if (!key) return !first;
  return data[1] === 0x49 && data[2] === 0x83 && data[3] === 0x42;
};

/** AV1, 5.3: units with their size, which fill the packet; the first one of the file has a sequence header. */
const av1: PacketCheck = (data, first) => {
  let at = 0;
  let frames = 0;
  let sequence = false;
  while (at < data.length) {
    const header = data[at++] ?? 0;
    const type = (header >> 3) & 15;
    if ((header & 0x81) !== 0) return false;
    if ((header & 4) !== 0) at++;
    // Without a size a unit goes to the end of the packet.
    let size = data.length - at;
    if ((header & 2) !== 0) {
      size = 0;
      for (let index = 0; ; index++) {
        const byte = data[at++];
        if (byte === undefined || index > 7) return false;
        size += (byte & 0x7f) * 2 ** (7 * index);
        if ((byte & 0x80) === 0) break;
      }
    }
    at += size;
    if (at > data.length) return false;
    sequence ||= type === 1;
    if (type === 3 || type === 6) frames++;
  }
  return frames > 0 && (!first || sequence);
};

/** ISO 11172-3, 2.4.1.3: each packet is a frame with its sync word and a length that follows from its header. */
const MP3_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const MP3_SAMPLES = [44_100, 48_000, 32_000] as const;
const mp3: PacketCheck = (data) => {
  const [a = 0, b = 0, c = 0] = data;
  const version = (b >> 3) & 3;
  // Layer III; of the versions 1 is reserved.
  if (a !== 0xff || b >> 5 !== 7 || version === 1 || ((b >> 1) & 3) !== 1) return false;
  const whole = version === 3;
  const rate = MP3_RATES[whole ? 0 : 1][c >> 4];
  const samples = MP3_SAMPLES[(c >> 2) & 3];
  if (rate === undefined || rate === 0 || samples === undefined) return false;
  const divided = samples / (whole ? 1 : version === 2 ? 2 : 4);
  const length = Math.floor(((whole ? 144 : 72) * rate * 1_000) / divided) + ((c >> 1) & 1);
  return data.length === length;
};

/** RFC 6716, 3: what the first byte says of the number of frames fits into the packet. */
const opus: PacketCheck = (data) => {
  const [toc = 0, count = 0] = data;
  if (data.length === 0 || data.length > OPUS_LONGEST) return false;
  const code = toc & 3;
  if (code === 1) return data.length % 2 === 1;
  if (code === 2) return data.length >= 2;
  return code === 0 || (data.length >= 2 && (count & 0x3f) > 0 && (count & 0x3f) <= 48);
};

/** Vorbis I, 4.3: an audio packet begins with a bit of 0; one without bytes repeats silence. */
const vorbis: PacketCheck = (data) => data.length === 0 || ((data[0] ?? 1) & 1) === 0;

/** FLAC, 9.1: sync code, a block size and a sample rate that are not reserved. */
const flac: PacketCheck = (data) => {
  const [a = 0, b = 0, c = 0] = data;
  return data.length > 6 && a === 0xff && b >> 2 === 0x3e && c >> 4 !== 0 && (c & 15) !== 15;
};

/** Raw blocks of AAC have no mark of their own: only their size can be judged. */
const aac: PacketCheck = (data) => data.length > 0 && data.length <= AAC_LONGEST;

const pcm =
  (sampleBytes: number): PacketCheck =>
  (data) =>
    data.length > 0 && data.length % sampleBytes === 0;

const CHECKS: Readonly<Record<string, PacketCheck>> = {
  vp8,
  vp9,
  av1,
  mp3,
  opus,
  vorbis,
  flac,
  aac,
  'pcm-s16': pcm(2),
  'pcm-s24': pcm(3),
  'pcm-u8': pcm(1),
};

/** What the description of an H.264 track says of its units, ISO 14496-15, 5.3.3.1; null where it is none. */
export function avcLengthBytes(description: Uint8Array | undefined): number | null {
  if (!description || description.length < 7 || description[0] !== 1) return null;
  const bytes = ((description[4] ?? 0) & 3) + 1;
  const sets = (description[5] ?? 0) & 0x1f;
  return bytes === 3 || sets === 0 ? null : bytes;
}

/** The check of a codec's packets; null where the track's description is none of that codec. */
export function packetsOf(codec: string, description: Uint8Array | undefined): PacketCheck | null {
  if (codec !== 'avc') return CHECKS[codec] ?? null;
  const bytes = avcLengthBytes(description);
  return bytes === null ? null : avcPackets(bytes);
}
