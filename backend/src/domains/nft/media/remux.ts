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

/* Containers and codecs that browsers play without a plug-in; everything else is rejected. */

const VIDEO_CODECS = ['avc', 'vp8', 'vp9', 'av1'] as const;
const AUDIO_CODECS = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-s16', 'pcm-s24', 'pcm-u8'] as const;

/** Packets that are copied: a table in a small file can claim billions. */
const PACKETS = 40_000;
/** Seconds. */
const LATE = 0.5;

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

/** Copies the packets of a track up to `lasts` seconds. Returns the end of the last one; null where there are too many. */
async function copyPackets(
  track: InputVideoTrack | InputAudioTrack,
  lasts: number,
  add: (packet: Parameters<EncodedVideoPacketSource['add']>[0], first: boolean) => Promise<void>,
): Promise<number | 'too_many' | 'too_long'> {
  let [count, end] = [0, 0];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    count += 1;
    if (count > PACKETS) return 'too_many';
    end = Math.max(end, packet.timestamp + packet.duration);
    if (end > lasts + LATE) return 'too_long';
    await add(packet, count === 1);
  }
  return end;
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
  const ends = await Promise.all([
    video && pictures
      ? video
          .getDecoderConfig()
          .then((decoderConfig) =>
            copyPackets(video, lasts, (packet, first) =>
              pictures.add(packet, first && decoderConfig ? { decoderConfig } : undefined),
            ).finally(() => pictures.close()),
          )
      : 0,
    audio && sound
      ? audio
          .getDecoderConfig()
          .then((decoderConfig) =>
            copyPackets(audio, lasts, (packet, first) =>
              sound.add(packet, first && decoderConfig ? { decoderConfig } : undefined),
            ).finally(() => sound.close()),
          )
      : 0,
  ]);
  if (ends.includes('too_long')) return { problem: 'media_too_long' };
  const longest = Math.max(...ends.map(Number));
  if (ends.includes('too_many') || !(longest > 0)) return { problem: 'media_unreadable' };
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
