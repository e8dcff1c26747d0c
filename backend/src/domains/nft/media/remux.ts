import { mediaRules } from '@tessera/api/nft/artists-rules';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FLAC,
  FlacOutputFormat,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

import { type PacketCheck, packetsOf } from './packets.ts';

/* Containers and codecs that browsers play without a plug-in; everything else is rejected. */

const VIDEO_CODECS = ['avc', 'vp8', 'vp9', 'av1'] as const;
const AUDIO_CODECS = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-s16', 'pcm-s24', 'pcm-u8'] as const;

/** Packets that are copied: a table in a small file can claim billions. */
const PACKETS = 40_000;
/** Seconds. */
const LATE = 0.5;
/** Seconds, and the share of the whole, by which packets may leave holes or overlap. */
const HOLES = 1;
const HOLES_SHARE = 0.1;
const FRAMES_A_SECOND = 130;

export type Remuxed =
  | {
      readonly problem: null;
      readonly kind: 'audio' | 'video';
      readonly content: Uint8Array;
      readonly ending: string;
      /** Pixels as shown; 0 of a sound. */
      readonly width: number;
      readonly height: number;
      /** ms. */
      readonly duration: number;
    }
  | { readonly problem: 'media_unreadable' | 'media_too_small' | 'media_too_large' | 'media_too_long' };

type Target = { readonly format: OutputFormat; readonly ending: string };

function targetOf(format: InputFormat, hasVideo: boolean): Target | null {
  // What phones record is written as MP4.
  if (format === MP4 || format === QTFF)
    return { format: new Mp4OutputFormat({ fastStart: 'in-memory' }), ending: hasVideo ? 'mp4' : 'm4a' };
  if (format === WEBM) return { format: new WebMOutputFormat(), ending: hasVideo ? 'webm' : 'weba' };
  if (hasVideo) return null;
  if (format === MP3) return { format: new Mp3OutputFormat(), ending: 'mp3' };
  if (format === OGG) return { format: new OggOutputFormat(), ending: 'ogg' };
  if (format === WAVE) return { format: new WavOutputFormat(), ending: 'wav' };
  if (format === FLAC) return { format: new FlacOutputFormat(), ending: 'flac' };
  return null;
}

const isOneOf = (codec: string | null, known: readonly string[]): boolean => codec !== null && known.includes(codec);

type Copied = number | 'too_many' | 'too_large' | 'too_long' | 'unreadable';

/** Bytes that the packets of all tracks of a file may still have. */
type Room = { left: number };

/**
 * Copies the packets of a track up to `lasts` seconds. Returns the end of the last one, or why there is none: packets that
 * are not framed as their codec has them, times that leave holes or overlap, more pictures a second than any screen shows.
 */
async function copyPackets(
  track: InputVideoTrack | InputAudioTrack,
  { lasts, room, check }: { readonly lasts: number; readonly room: Room; readonly check: PacketCheck | null },
  add: (packet: Parameters<EncodedVideoPacketSource['add']>[0], first: boolean) => Promise<void>,
): Promise<Copied> {
  if (check === null) return 'unreadable';
  let [count, end, covered] = [0, 0, 0];
  let start = Number.POSITIVE_INFINITY;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    count += 1;
    if (count > PACKETS) return 'too_many';
    const { timestamp, duration, data } = packet;
    // A table can name the same bytes thousands of times: each copy of them is kept until the file is written.
    room.left -= data.byteLength;
    if (room.left < 0) return 'too_large';
    if (!(duration >= 0) || !Number.isFinite(timestamp) || !check(data, count === 1)) return 'unreadable';
    if (count === 1 && packet.type !== 'key') return 'unreadable';
    start = Math.min(start, timestamp);
    end = Math.max(end, timestamp + duration);
    covered += duration;
    if (end > lasts + LATE) return 'too_long';
    await add(packet, count === 1);
  }
  // What the packets last is what the track lasts: a table of samples can say anything of either.
  if (count > 0 && Math.abs(covered - (end - start)) > Math.max(HOLES, (end - start) * HOLES_SHARE))
    return 'unreadable';
  return track.isVideoTrack() && count > FRAMES_A_SECOND * Math.max(1, end - start) ? 'unreadable' : end;
}

const bytesOf = (description: AllowSharedBufferSource | undefined): Uint8Array | undefined =>
  description === undefined
    ? undefined
    : ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description);

/** What checks the packets of a track, by its codec and what its decoder is told. */
async function checkOf(track: InputVideoTrack | InputAudioTrack): Promise<PacketCheck | null> {
  const config = await track.getDecoderConfig();
  const codec = await track.getCodec();
  if (config === null || codec === null) return null;
  return packetsOf(codec, bytesOf(config.description));
}

/** Copies sound and picture of a file into a new one of the same kind, without anything else that was in it. */
async function copied(input: Input): Promise<Remuxed> {
  const format = await input.getFormat();
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const target = targetOf(format, video !== null);
  if (target === null || (video === null && audio === null)) return { problem: 'media_unreadable' };
  if (video && !isOneOf(await video.getCodec(), VIDEO_CODECS)) return { problem: 'media_unreadable' };
  if (audio && !isOneOf(await audio.getCodec(), AUDIO_CODECS)) return { problem: 'media_unreadable' };
  const [width, height] = video ? [await video.getDisplayWidth(), await video.getDisplayHeight()] : [0, 0];
  if (video && Math.max(width, height) > mediaRules.videoSide) return { problem: 'media_too_large' };
  if (video && Math.max(width, height) < mediaRules.least) return { problem: 'media_too_small' };
  const lasts = (video ? mediaRules.videoLasts : mediaRules.audioLasts) / 1_000;

  const output = new Output({ format: target.format, target: new BufferTarget() });
  const pictures = video && new EncodedVideoPacketSource((await video.getCodec()) ?? 'avc');
  const sound = audio && new EncodedAudioPacketSource((await audio.getCodec()) ?? 'aac');
  if (video && pictures) output.addVideoTrack(pictures, { rotation: await video.getRotation() });
  if (sound) output.addAudioTrack(sound);
  await output.start();
  const room: Room = { left: mediaRules.maxBytes };
  const ends = await Promise.all([
    video && pictures
      ? video
          .getDecoderConfig()
          .then(async (decoderConfig) =>
            copyPackets(video, { lasts, room, check: await checkOf(video) }, (packet, first) =>
              pictures.add(packet, first && decoderConfig ? { decoderConfig } : undefined),
            ).finally(() => pictures.close()),
          )
      : 0,
    audio && sound
      ? audio
          .getDecoderConfig()
          .then(async (decoderConfig) =>
            copyPackets(audio, { lasts, room, check: await checkOf(audio) }, (packet, first) =>
              sound.add(packet, first && decoderConfig ? { decoderConfig } : undefined),
            ).finally(() => sound.close()),
          )
      : 0,
  ]);
  if (ends.includes('too_long')) return { problem: 'media_too_long' };
  if (ends.includes('too_large')) return { problem: 'media_too_large' };
  const longest = Math.max(...ends.map(Number));
  if (ends.includes('too_many') || ends.includes('unreadable') || !(longest > 0))
    return { problem: 'media_unreadable' };
  await output.finalize();
  const { buffer } = output.target;
  if (!buffer) return { problem: 'media_unreadable' };
  if (buffer.byteLength > mediaRules.maxBytes) return { problem: 'media_too_large' };
  return {
    problem: null,
    kind: video ? 'video' : 'audio',
    content: new Uint8Array(buffer),
    ending: target.ending,
    width,
    height,
    duration: Math.round(longest * 1_000),
  };
}

/** Writes a sound or a film anew. Whatever is wrong with the file is `media_unreadable`. */
export async function remux(content: Uint8Array): Promise<Remuxed> {
  // WebM is read as the profile of Matroska that it is: a Matroska file that is none has another format.
  const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, OGG, WAVE, FLAC];
  const input = new Input({ source: new BufferSource(content), formats });
  try {
    return await copied(input);
  } catch {
    return { problem: 'media_unreadable' };
  } finally {
    input.dispose();
  }
}
