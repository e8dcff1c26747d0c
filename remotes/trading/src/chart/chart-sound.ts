/** Tones of the lowest and the highest price, Hz: three octaves. */
const LOWEST = 180;
const OCTAVES = 3;
/** Seconds that a price sounds. */
const EACH = 0.08;
/** Seconds in which the volume rises and falls at both ends, so that nothing clicks. */
const EDGE = 0.02;
const VOLUME = 0.2;

/** The tone of each price, Hz: equal steps of the price are equal intervals. Equal prices sound in the middle. */
export function tonesOf(prices: readonly number[]): readonly number[] {
  const low = Math.min(...prices);
  const range = Math.max(...prices) - low;
  return prices.map((price) => LOWEST * 2 ** (OCTAVES * (range === 0 ? 0.5 : (price - low) / range)));
}

/** Plays prices one after another, the first at once. Returns what ends it; `onEnd` is called after the last. */
export function playPrices(prices: readonly number[], onEnd: () => void): () => void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const from = audio.currentTime;
  const until = from + prices.length * EACH;
  tonesOf(prices).forEach((frequency, at) => {
    tone.frequency.setValueAtTime(frequency, from + at * EACH);
  });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(VOLUME, from + EDGE);
  volume.gain.setValueAtTime(VOLUME, until - EDGE);
  volume.gain.linearRampToValueAtTime(0, until);
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => {
    void audio.close();
    onEnd();
  };
  tone.start(from);
  tone.stop(until);
  return () => tone.stop();
}
