import mitt, { type Handler } from 'mitt';
import type { BusEvents, StickyEvents } from './events.ts';

const STICKY: ReadonlySet<string> = new Set<keyof StickyEvents>([
  'session',
  'language',
  'fiat',
  'theme',
  'appearance',
  'realtime',
  'release',
]);

export type Bus = {
  /**
   * Publishes an event; a sticky one also becomes the last value. A listener that throws does not affect the others.
   */
  emit<K extends keyof BusEvents>(type: K, value: BusEvents[K]): void;
  /** Subscribes; a sticky event with a value calls the listener immediately. Returns an unsubscribe function. */
  on<K extends keyof BusEvents>(type: K, listener: (value: BusEvents[K]) => void): () => void;
  /** The last value of a sticky event, or undefined before the first. */
  last<K extends keyof StickyEvents>(type: K): StickyEvents[K] | undefined;
};

export function createBus(report: (error: unknown) => void = (error) => reportError(error)): Bus {
  const emitter = mitt<BusEvents>();
  const last = new Map<keyof BusEvents, unknown>();
  return {
    emit(type, value) {
      if (STICKY.has(type)) last.set(type, value);
      emitter.emit(type, value);
    },
    on(type, listener) {
      const guarded: Handler<BusEvents[typeof type]> = (value) => {
        try {
          listener(value);
        } catch (error) {
          report(error);
        }
      };
      emitter.on(type, guarded);
      if (last.has(type)) guarded(last.get(type) as BusEvents[typeof type]);
      return () => emitter.off(type, guarded);
    },
    last: (type) => last.get(type) as never,
  };
}

/** The one bus of the page: host and remotes share this module. */
export const bus: Bus = createBus();
