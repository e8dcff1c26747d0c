import { useEffect, useRef, useState } from 'react';

export type Playback = {
  readonly playing: boolean;
  /** Seconds. */
  readonly at: number;
  readonly length: number;
  readonly failed: boolean;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  /** Loads the file again after a failure. */
  readonly retry: () => void;
};

/** Plays a sound of `duration` seconds. Nothing is fetched before it is played; it stops when the screen is left. */
export function useAudio(src: string, duration: number): Playback {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(duration);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = new Audio();
    element.preload = 'none';
    element.src = src;
    audio.current = element;
    const stop = new AbortController();
    const on = (event: string, listener: () => void) =>
      element.addEventListener(event, listener, { signal: stop.signal });
    on('play', () => setPlaying(true));
    on('pause', () => setPlaying(false));
    on('ended', () => setPlaying(false));
    on('timeupdate', () => setAt(element.currentTime));
    on('loadedmetadata', () => Number.isFinite(element.duration) && setLength(element.duration));
    on('error', () => {
      setPlaying(false);
      setFailed(true);
    });
    return () => {
      stop.abort();
      element.pause();
      element.removeAttribute('src');
      audio.current = null;
      setPlaying(false);
    };
  }, [src]);

  const play = () =>
    audio.current?.play().catch((error: unknown) => {
      // A pause before the first sound is no failure of the file.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true);
    });
  return {
    playing,
    at,
    length,
    failed,
    toggle: () => (playing ? audio.current?.pause() : void play()),
    seek(seconds) {
      setAt(seconds);
      if (audio.current) audio.current.currentTime = seconds;
    },
    retry() {
      setFailed(false);
      audio.current?.load();
      void play();
    },
  };
}
