import { describe, expect, it, vi } from 'vitest';
import { type Bus, bus as busOfRemotes, createBus, takeHost } from './bus.ts';
import type { Requests } from './events.ts';
import { bus as hostBus } from './host.ts';

describe('the bus', () => {
  it('hands the last value of a sticky event to late listeners', () => {
    const bus = createBus();
    bus.emit('theme', 'light');
    bus.emit('theme', 'dark');
    const heard = vi.fn();
    bus.on('theme', heard);
    expect(heard).toHaveBeenCalledExactlyOnceWith('dark');
    expect(bus.last('theme')).toBe('dark');
  });

  it('hands no passing event to late listeners', () => {
    const bus = createBus();
    bus.request('navigate', { to: '/' });
    const heard = vi.fn();
    bus.on('navigate', heard);
    expect(heard).not.toHaveBeenCalled();
  });

  it('notifies a late listener of a signed-out session, which differs from an unknown one', () => {
    const bus = createBus();
    const heard = vi.fn();
    bus.on('session', heard);
    expect(heard).not.toHaveBeenCalled();
    bus.emit('session', null);
    expect(heard).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('calls the other listeners if one throws, and reports the error', () => {
    const report = vi.fn();
    const bus = createBus(report);
    const broken = new Error('broken remote');
    bus.on('fiat', () => {
      throw broken;
    });
    const heard = vi.fn();
    bus.on('fiat', heard);
    bus.emit('fiat', { code: 'EUR', rate: '0.9' });
    expect(heard).toHaveBeenCalledOnce();
    expect(report).toHaveBeenCalledExactlyOnceWith(broken);
  });

  it('does not call a listener after it unsubscribed', () => {
    const bus = createBus();
    const heard = vi.fn();
    bus.on('account', heard)();
    bus.emit('account', { kind: 'balance' });
    expect(heard).not.toHaveBeenCalled();
  });

  it('has remotes ask, and say nothing in the name of the host', () => {
    const heard = vi.fn();
    const stop = [hostBus.on('session', heard), hostBus.on('account', heard), hostBus.on('toast', heard)];
    const asked = busOfRemotes as unknown as Record<'request' | 'emit', (type: string, value: unknown) => void>;
    for (const name of ['request', 'emit'] as const) {
      for (const type of ['session', 'account', 'release', 'language']) {
        expect(() => asked[name](type, null), `${name} ${type}`).toThrow(TypeError);
      }
    }
    expect(heard).not.toHaveBeenCalled();
    expect(busOfRemotes.last('session')).toBeUndefined();
    busOfRemotes.request('toast', { text: 'asked' });
    expect(heard).toHaveBeenCalledExactlyOnceWith({ text: 'asked' });
    hostBus.emit('session', null);
    expect(busOfRemotes.last('session')).toBeNull();
    for (const each of stop) each();
  });

  it('hands its half out to the host alone, which is the first who asks', () => {
    expect(takeHost()).toBeNull();
  });

  it('tells what may be asked from what the host says by its name', () => {
    const asked = [
      'navigate',
      'toast',
      'language.request',
      'fiat.request',
      'appearance.request',
      'logout.request',
      'session.refresh',
    ] as const;
    type Missing = Exclude<keyof Requests, (typeof asked)[number]>;
    const none: readonly Missing[] = [];
    expect(none).toEqual([]);
    for (const type of asked) expect(() => busOfRemotes.request(type, {} as never), type).not.toThrow();
  });

  it('is not changed by a remote: others would ask what it put there', () => {
    const open = busOfRemotes as { -readonly [K in keyof Bus]: Bus[K] };
    expect(() => {
      open.request = vi.fn();
    }).toThrow(TypeError);
  });
});
