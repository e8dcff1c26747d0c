import { describe, expect, it, vi } from 'vitest';
import { createBus } from './bus.ts';

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
    bus.emit('navigate', { to: '/' });
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
});
