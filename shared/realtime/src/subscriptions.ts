import type { Channel, ClientFrame } from '@tessera/api/realtime';

type Send = (frame: ClientFrame) => void;

export type SubscriptionOptions = {
  /** How long a channel without listeners stays subscribed: a list that scrolls back finds it still there. Ms. */
  readonly lingerMs?: number;
};

export type Subscriptions = {
  /** One more listener of a channel; the first one subscribes on the wire. Returns an unsubscribe function. */
  hold(channel: Channel): () => void;
  /** Subscribes a channel anew, so that its state comes again; once a turn, however many ask for it. */
  renew(channel: Channel): void;
  /** The connection is up: everything is subscribed again. */
  opened(send: Send): void;
  closed(): void;
  /** Calls back for each channel that is no longer subscribed because nothing listens to it any more. */
  onDropped(listener: (channel: Channel) => void): void;
};

/** Channels a frame names at most; the server takes no longer frames. */
const CHANNELS_A_FRAME = 100;

/** Counts listeners per channel and sends changes to the server once per event loop turn. */
export function createSubscriptions({ lingerMs = 1500 }: SubscriptionOptions = {}): Subscriptions {
  const holders = new Map<Channel, number>();
  const leaving = new Map<Channel, ReturnType<typeof setTimeout>>();
  /** Channels sent to the server since the connection opened. */
  const told = new Set<Channel>();
  /** Of those, the ones whose state is to come again. */
  const stale = new Set<Channel>();
  const droppedListeners: ((channel: Channel) => void)[] = [];
  let send: Send | null = null;
  let scheduled = false;

  function tell(op: 'subscribe' | 'unsubscribe', channels: readonly Channel[]): void {
    for (let from = 0; from < channels.length; from += CHANNELS_A_FRAME)
      send?.({
        op,
        channels: channels.slice(from, from + CHANNELS_A_FRAME),
        ...(op === 'subscribe' && { moments: true as const }),
      });
  }

  function flush(): void {
    scheduled = false;
    if (!send) return;
    const gone = [...told].filter((channel) => !holders.has(channel) || stale.has(channel));
    for (const channel of gone) told.delete(channel);
    stale.clear();
    const fresh = [...holders.keys()].filter((channel) => !told.has(channel));
    for (const channel of fresh) told.add(channel);
    tell('unsubscribe', gone);
    tell('subscribe', fresh);
  }

  function changed(): void {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(flush);
  }

  function leave(channel: Channel): void {
    const count = (holders.get(channel) ?? 0) - 1;
    holders.set(channel, count);
    if (count > 0) return;
    const drop = () => {
      leaving.delete(channel);
      holders.delete(channel);
      changed();
      for (const listener of droppedListeners) listener(channel);
    };
    leaving.set(channel, setTimeout(drop, lingerMs));
  }

  return {
    hold(channel) {
      clearTimeout(leaving.get(channel));
      leaving.delete(channel);
      holders.set(channel, (holders.get(channel) ?? 0) + 1);
      changed();
      let held = true;
      return () => {
        if (held) leave(channel);
        held = false;
      };
    },
    renew(channel) {
      if (!told.has(channel)) return;
      stale.add(channel);
      changed();
    },
    opened(to) {
      send = to;
      told.clear();
      flush();
    },
    closed() {
      send = null;
    },
    onDropped: (listener) => void droppedListeners.push(listener),
  };
}
