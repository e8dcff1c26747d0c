import { type Random, random } from './random.ts';

/** Hz; enough for what is played here, and a third less to encode than 44,100. */
const RATE = 32_000;
const TURN = 2 * Math.PI;

export type Stereo = { readonly rate: number; readonly left: Float32Array; readonly right: Float32Array };

/** Hz of a note, in half tones from a at 440 Hz. */
export const pitch = (halfTones: number): number => 440 * 2 ** (halfTones / 12);

type Note = {
  readonly at: number;
  readonly length: number;
  readonly hz: number;
  readonly volume: number;
  readonly pan?: number;
};

/** A tape of a fixed length that instruments play onto. */
export class Tape {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly source: Random;

  constructor(seed: string, seconds: number) {
    this.left = new Float32Array(Math.round(seconds * RATE));
    this.right = new Float32Array(this.left.length);
    this.source = random(seed);
  }

  /** Adds a sound; `wave` is called with the seconds since its start. */
  #add({ at, length, volume, pan = 0 }: Note, wave: (t: number) => number): void {
    const start = Math.round(at * RATE);
    const [toLeft, toRight] = [volume * Math.sqrt((1 - pan) / 2), volume * Math.sqrt((1 + pan) / 2)];
    for (let index = 0; index < length * RATE && start + index < this.left.length; index++) {
      const value = wave(index / RATE);
      const place = start + index;
      this.left[place] = (this.left[place] as number) + value * toLeft;
      this.right[place] = (this.right[place] as number) + value * toRight;
    }
  }

  /** A soft chord tone of detuned sines that swells and dies away. */
  pad(note: Note): void {
    const rise = Math.min(1.2, note.length * 0.35);
    this.#add(note, (t) => {
      const swell = Math.min(1, t / rise) * Math.min(1, (note.length - t) / rise);
      const hz = note.hz * TURN;
      return (
        swell *
        (Math.sin(hz * t) +
          0.5 * Math.sin(hz * 1.004 * t + 1) +
          0.3 * Math.sin(hz * 2.003 * t) * Math.sin(t * 1.3) +
          0.18 * Math.sin(hz * 0.5 * t))
      );
    });
  }

  /** A bell by frequency modulation; `metal` from 0 to 1. */
  bell(note: Note, metal: number): void {
    this.#add(note, (t) => {
      const hz = note.hz * TURN;
      const bite = metal * 4.2 * Math.exp(-t * 2.6);
      return (
        Math.min(1, t * 400) *
        Math.exp((-t * 4.2) / note.length) *
        (Math.sin(hz * t + bite * Math.sin(hz * Math.SQRT2 * t)) + 0.25 * Math.sin(hz * 2.76 * t) * Math.exp(-t * 3))
      );
    });
  }

  /** A plucked string (Karplus and Strong). */
  pluck(note: Note): void {
    const delay = Math.max(2, Math.round(RATE / note.hz));
    const string = Float32Array.from({ length: delay }, () => this.source.between(-1, 1));
    let place = 0;
    this.#add(note, () => {
      const next = (place + 1) % delay;
      const value = string[place] as number;
      string[place] = 0.4985 * (value + (string[next] as number));
      place = next;
      return value;
    });
  }

  kick(at: number, volume: number): void {
    this.#add(
      { at, length: 0.35, hz: 0, volume },
      (t) => Math.sin(TURN * (48 * t + 9 * (1 - Math.exp(-t * 28)))) * Math.exp(-t * 11),
    );
  }

  brush(at: number, volume: number, length = 0.09, pan = 0.2): void {
    let last = 0;
    this.#add({ at, length, hz: 0, volume, pan }, (t) => {
      const white = this.source.between(-1, 1);
      const high = white - last;
      last = white;
      return high * Math.exp((-t * 5) / length);
    });
  }

  /** A room (four combs and two all-passes, after Schroeder), then as loud as it may be, and no click at either end. */
  finish(wet: number): Stereo {
    for (const [side, channel] of [this.left, this.right].entries()) {
      const room = new Float32Array(channel.length);
      for (const [index, milliseconds] of [29.7, 37.1, 41.1, 43.7].entries()) {
        const delay = Math.round(((milliseconds + side * 0.9) / 1000) * RATE);
        const line = new Float32Array(delay);
        for (let place = 0; place < channel.length; place++) {
          const slot = place % delay;
          const heard = line[slot] as number;
          line[slot] = (channel[place] as number) * 0.25 + heard * (0.84 - index * 0.015);
          room[place] = (room[place] as number) + heard;
        }
      }
      for (const milliseconds of [5, 1.7]) {
        const delay = Math.round((milliseconds / 1000) * RATE);
        const line = new Float32Array(delay);
        for (let place = 0; place < room.length; place++) {
          const slot = place % delay;
          const held = line[slot] as number;
          const value = (room[place] as number) + held * 0.7;
          line[slot] = value;
          room[place] = held - value * 0.7;
        }
      }
      for (let place = 0; place < channel.length; place++)
        channel[place] = (channel[place] as number) * (1 - wet) + (room[place] as number) * wet;
    }
    let loudest = 0;
    for (const channel of [this.left, this.right])
      for (const value of channel) loudest = Math.max(loudest, Math.abs(value));
    const ends = RATE * 1.5;
    for (const channel of [this.left, this.right])
      for (let place = 0; place < channel.length; place++) {
        const fade = Math.min(1, place / (RATE * 0.05), (channel.length - place) / ends);
        channel[place] = Math.tanh(((channel[place] as number) / loudest) * 1.25) * 0.92 * fade;
      }
    return { rate: RATE, left: this.left, right: this.right };
  }
}

/** The loudest of each of `count` equal parts, from 0 to 1, two decimals. */
export function peaksOf({ left, right }: Stereo, count: number): number[] {
  const size = left.length / count;
  const peaks = Array.from({ length: count }, (_, index) => {
    let loudest = 0;
    for (let place = Math.floor(index * size); place < Math.floor((index + 1) * size); place++)
      loudest = Math.max(loudest, Math.abs(left[place] as number), Math.abs(right[place] as number));
    return loudest;
  });
  const most = Math.max(...peaks, 0.001);
  return peaks.map((peak) => Math.round((peak / most) * 100) / 100);
}
