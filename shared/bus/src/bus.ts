import mitt, { type Handler } from 'mitt';
import type { BusEvents, HostEvents, Requests, StickyEvents } from './events.ts';

/** What may be asked: names of the host's own events are others. */
const REQUEST = /\.|^navigate$|^toast$/;

type Listening = {
  /** Subscribes; a sticky event with a value calls the listener immediately. Returns an unsubscribe function. */
  on<K extends keyof BusEvents>(type: K, listener: (value: BusEvents[K]) => void): () => void;
  /** The last value of a sticky event, or undefined before the first. */
  last<K extends keyof StickyEvents>(type: K): StickyEvents[K] | undefined;
};

type Request = <K extends keyof Requests>(type: K, value: Requests[K]) => void;

/** What every part of the page has of the bus. */
export type Bus = Listening & {
  /** Asks something of the host. Throws for what the host alone says. A listener that throws does not affect others. */
  readonly request: Request;
  /** `request` as versions before it name it: the build of a remote refuses the name. */
  readonly emit: Request;
};

/** What the host has of it. */
export type HostBus = Listening & {
  readonly request: Request;
  /**
   * Publishes an event; a sticky one also becomes the last value. A listener that throws does not affect the others.
   */
  emit<K extends keyof HostEvents>(type: K, value: HostEvents[K]): void;
};

export function createBus(report: (error: unknown) => void = (error) => reportError(error)): HostBus {
  const emitter = mitt<BusEvents>();
  const last = new Map<keyof BusEvents, unknown>();
  return {
    emit(type, value) {
      if (type !== 'account') last.set(type, value);
      emitter.emit(type, value as never);
    },
    request(type, value) {
      if (!REQUEST.test(type)) throw new TypeError(type);
      emitter.emit(type, value as never);
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

const hostBus = createBus();

/** The one bus of the page without the host's half: host and remotes share this module. */
export const bus: Bus = Object.freeze({ ...hostBus, emit: hostBus.request });

const parts: object = { bus: hostBus };
let handed: object | null = parts;

/** Hands the host what it alone has of a package. */
export function forHost(more: object): void {
  Object.assign(parts, more);
}

/** What packages hand the host, for the first who asks: the host does before any remote runs. Null from then on. */
export function takeHost(): object | null {
  const first = handed;
  handed = null;
  return first;
}
