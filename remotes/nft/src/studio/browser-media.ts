/* What the artist's browser makes of a file before it is submitted: loudness of a sound, a frame of a film. */

/** Parts of a waveform. */
const PEAKS = 120;
const FULL = 100;
/** Where in a film the frame is taken, as a part of its length. */
const FRAME_AT = 0.1;
const QUALITY = 0.9;

/** Loudness of evenly spaced parts, 0 to 100, the loudest being 100. */
export function peaksOf(samples: Float32Array, parts = PEAKS): number[] {
  const size = Math.max(1, Math.floor(samples.length / parts));
  const loudness = Array.from({ length: parts }, (_, part) => {
    let most = 0;
    for (let index = part * size; index < Math.min(samples.length, (part + 1) * size); index++) {
      most = Math.max(most, Math.abs(samples[index] ?? 0));
    }
    return most;
  });
  const top = Math.max(...loudness);
  return loudness.map((value) => (top === 0 ? 0 : Math.round((value / top) * FULL)));
}

/** The waveform of a sound; none where this browser cannot decode it. */
export async function waveformOf(file: File): Promise<number[] | undefined> {
  const context = new AudioContext();
  try {
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return peaksOf(sound.getChannelData(0));
  } catch {
    return undefined;
  } finally {
    void context.close();
  }
}

const once = (element: HTMLVideoElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { once: true });
    element.addEventListener('error', () => reject(new Error('the film cannot be decoded')), { once: true });
  });

/** A frame of a film as a picture; null where this browser cannot decode it. */
export async function frameOf(file: File): Promise<File | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.src = url;
    await once(video, 'loadeddata');
    video.currentTime = video.duration * FRAME_AT;
    await once(video, 'seeked');
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob && new File([blob], 'frame.jpg', { type: 'image/jpeg' });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
