import { ask } from './ask.ts';

export type Position = 'denied' | 'unknown' | { readonly latitude: number; readonly longitude: number };

/** Whether the browser can be asked where the device is. */
export const canLocate = (): boolean =>
  ask(() => typeof navigator.geolocation.getCurrentPosition === 'function', false);

/** Where the device is, after asking the user. `timeout` in ms. */
export const devicePosition = (options: PositionOptions): Promise<Position> =>
  new Promise((resolve) => {
    ask(() => {
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve(coords),
        ({ code }) => resolve(code === 1 ? 'denied' : 'unknown'),
        options,
      );
      return true;
    }, false) || resolve('unknown');
  });

/** A short touch, `duration` ms, on devices that have it. */
export const vibrate = (duration: number): void => void ask(() => navigator.vibrate(duration), false);

/** Turns the screen on its side while it is full. Rejected by desktops and absent in some browsers. */
export async function lockLandscape(): Promise<void> {
  try {
    await (screen.orientation as ScreenOrientation & { lock(to: string): Promise<void> }).lock('landscape');
  } catch {
    // It stays as it is held.
  }
}

/** iPhones and iPads; these have all browsers of one engine, and show notifications of installed apps only. */
export const isApplePhone = (): boolean =>
  ask(() => {
    const { userAgent, maxTouchPoints } = navigator;
    return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  }, false);

/** Whether the page runs as an app of the home screen of an iPhone. */
export const isStandalone = (): boolean =>
  ask(() => (navigator as Navigator & { readonly standalone?: boolean }).standalone === true, false);
