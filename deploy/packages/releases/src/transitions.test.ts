import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReleaseEvent } from './release-event.ts';
import { type ReleaseState, releaseStateSchema, type SlotState, slotOf, versionsIn } from './state.ts';
import { AT, history, name, names, play, rampedHistory, saltDrawnAt, take, version } from './testing/histories.ts';
import { ramp, revert, rollback, takeOver, weightOf } from './transitions.ts';

const stable = (event: ReleaseEvent | undefined) => names.map((each) => slotOf(event?.state, each)?.stable);

const withoutRamp = (slot: SlotState | undefined): SlotState | undefined => {
  if (!slot) return undefined;
  const { ramp: _ended, ...rest } = slot;
  return rest;
};

const others = (state: ReleaseState | undefined, which: string) =>
  (state?.remotes ?? []).filter((slot) => slot.name !== which);

const promoted = (...versions: string[]) =>
  play(versions.map((each) => ({ kind: 'promote', name: 'markets', version: each })));

describe('a history of events', () => {
  test('increments its epoch by one and contains only valid states, for any requests', () => {
    fc.assert(
      fc.property(history, (events) => {
        expect(events.map(({ state }) => state.epoch)).toEqual(events.map((_, index) => index + 1));
        for (const { state } of events) expect(releaseStateSchema.safeParse(state).error).toBeUndefined();
      }),
    );
  });

  test('records the changes of every event, and every event changes something', () => {
    fc.assert(
      fc.property(history, (events) => {
        for (const { changes } of events) {
          expect(changes.length).toBeGreaterThan(0);
          for (const { from, to } of changes) expect(from).not.toBe(to);
        }
      }),
    );
  });

  test('never lists a live version as withdrawn', () => {
    fc.assert(
      fc.property(history, (events) => {
        for (const { state } of events) {
          const live = state.remotes.flatMap(({ name: each, stable: is, ramp: runs }) => [
            `${each}@${is}`,
            ...(runs ? [`${each}@${runs.version}`] : []),
          ]);
          expect(state.withdrawn.filter((reference) => live.includes(reference))).toEqual([]);
        }
      }),
    );
  });
});

describe('a rollback', () => {
  test('restores a remote as it was before a promotion, except ramps, and changes no other', () => {
    fc.assert(
      fc.property(history, name, version, (events, which, next) => {
        const before = slotOf(events.at(-1)?.state, which);
        const promotedNow = take(events, { kind: 'promote', name: which, version: next });
        fc.pre(promotedNow.length > events.length);
        const after = promotedNow.at(-1)?.state;
        const back = take(promotedNow, { kind: 'rollback', name: which });
        expect(withoutRamp(slotOf(back.at(-1)?.state, which))).toEqual(withoutRamp(before));
        expect(others(back.at(-1)?.state, which)).toEqual(others(after, which));
        const again = take(back, { kind: 'rollback', name: which });
        expect(slotOf(again.at(-1)?.state, which)).toEqual(slotOf(after, which));
        expect(others(again.at(-1)?.state, which)).toEqual(others(after, which));
      }),
    );
  });

  test('ends a running ramp, withdraws its candidate and changes nothing else', () => {
    fc.assert(
      fc.property(rampedHistory, name, (events, which) => {
        const before = events.at(-1)?.state;
        const slot = slotOf(before, which);
        fc.pre(slot?.ramp !== undefined);
        const back = take(events, { kind: 'rollback', name: which }).at(-1)?.state;
        expect(slotOf(back, which)).toEqual(withoutRamp(slot));
        expect(others(back, which)).toEqual(others(before, which));
        expect(back?.withdrawn.at(-1)).toBe(`${which}@${slot?.ramp?.version}`);
      }),
    );
  });

  test('undoes a promotion, and a second one undoes the first', () => {
    fc.assert(
      fc.property(history, name, version, (events, which, next) => {
        const before = slotOf(events.at(-1)?.state, which);
        const after = take(events, { kind: 'promote', name: which, version: next });
        fc.pre(after.length > events.length && before !== undefined && !before.ramp);
        const back = take(after, { kind: 'rollback', name: which });
        expect(slotOf(back.at(-1)?.state, which)?.stable).toBe(before?.stable);
        expect(back.at(-1)?.state.withdrawn).toContain(`${which}@${next}`);
        const again = take(back, { kind: 'rollback', name: which });
        expect(slotOf(again.at(-1)?.state, which)?.stable).toBe(next);
      }),
    );
  });

  test('of a new remote removes it', () => {
    const back = take(promoted('1.0.0'), { kind: 'rollback', name: 'markets' });
    expect(back.at(-1)?.state.remotes).toEqual([]);
  });

  test('ends a running ramp and leaves the stable version alone', () => {
    const ramped = take(promoted('1.0.0', '1.0.1'), { kind: 'ramp', name: 'markets', version: '1.0.2', weight: 10 });
    const slot = slotOf(take(ramped, { kind: 'rollback', name: 'markets' }).at(-1)?.state, 'markets');
    expect(slot).toEqual({ name: 'markets', stable: '1.0.1', previous: '1.0.0' });
  });

  test('without a name undoes the changes of the last event, but never the host', () => {
    const both = play([
      { kind: 'promote', name: 'markets', version: '1.0.0' },
      { kind: 'promote', name: 'trading', version: '1.0.0' },
      { kind: 'promote', name: 'trading', version: '1.0.1' },
      { kind: 'host', version: '1.0.4', remotes: [] },
    ]);
    const back = take(both, { kind: 'rollback', name: undefined }).at(-1);
    expect(stable(back)).toEqual(['1.0.0', '1.0.0', undefined]);
    expect(back?.state.host).toBe('1.0.4');
  });

  test('is rejected if there is nothing to undo', () => {
    expect(() => rollback([], undefined, AT)).toThrow('no remote was ever promoted');
    expect(() => rollback(promoted('1.0.0'), 'nft', AT)).toThrow('nft was never promoted');
  });
});

describe('a ramp', () => {
  const ramped = (...weights: number[]) =>
    weights.reduce(
      (events, weight) => take(events, { kind: 'ramp', name: 'markets', version: '1.0.1', weight }),
      promoted('1.0.0'),
    );
  const slot = (events: readonly ReleaseEvent[]) => slotOf(events.at(-1)?.state, 'markets') as SlotState;

  test('keeps its salt while its weight changes, and starts a stage with each change', () => {
    const begun = slot(ramped(1_000)).ramp;
    const raised = slot(ramped(1_000, 5_000)).ramp;
    expect(raised?.salt).toBe(begun?.salt);
    expect([begun?.since, raised?.since]).toEqual([2, 3]);
  });

  test('ends when its version is promoted, and the former stable version becomes the previous one', () => {
    const full = take(ramped(1_000), { kind: 'promote', name: 'markets', version: '1.0.1' });
    expect(slot(full)).toEqual({ name: 'markets', stable: '1.0.1', previous: '1.0.0' });
  });

  test('that is halted keeps the stable version and lists the candidate as withdrawn', () => {
    const halted = take(ramped(1_000), { kind: 'halt', name: 'markets' });
    expect(slot(halted)).toEqual({ name: 'markets', stable: '1.0.0' });
    expect(halted.at(-1)?.state.withdrawn).toEqual(['markets@1.0.1']);
  });

  test.each([
    ['nothing_stable', () => ramp(undefined, { name: 'markets', version: '1.0.1' }, 1, 'a salt of it', AT)],
    [
      'already_live',
      () => ramp(promoted('1.0.0').at(-1)?.state, { name: 'markets', version: '1.0.0' }, 1, 'a salt', AT),
    ],
    [
      'already_live',
      () => ramp(ramped(10).at(-1)?.state, { name: 'markets', version: '1.0.1' }, 10, 'a salt of it', AT),
    ],
    [
      'ramp_running',
      () => ramp(ramped(10).at(-1)?.state, { name: 'markets', version: '1.0.2' }, 10, 'a salt of it', AT),
    ],
  ])('is rejected with %s', (code, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ code }));
  });

  test('accepts percentages from 0 to 100 with two decimals', () => {
    fc.assert(fc.property(fc.nat(10_000), (weight) => weightOf(weight / 100) === weight));
    for (const bad of [-1, -0.01, 100.01, 12.345, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => weightOf(bad)).toThrow('from 0 to 100 percent');
    }
    const finer = fc.integer({ min: 1, max: 9_999_999 }).filter((parts) => parts % 1_000 !== 0);
    fc.assert(
      fc.property(finer, (parts) => {
        expect(() => weightOf(parts / 100_000)).toThrow('two decimals at most');
      }),
    );
  });
});

describe('the salt and the stage of a ramp', () => {
  test('are created with it; another weight starts a stage and keeps the salt; other events keep both', () => {
    fc.assert(
      fc.property(history, (events) => {
        for (const [index, { state }] of events.entries()) {
          for (const { name: which, ramp: now } of state.remotes) {
            if (!now) continue;
            const before = slotOf(events[index - 1]?.state, which)?.ramp;
            const runsOn = before?.version === now.version;
            expect(now.salt).toBe(runsOn ? before.salt : saltDrawnAt(state.epoch));
            expect(now.since).toBe(runsOn && before.weight === now.weight ? before.since : state.epoch);
          }
        }
      }),
    );
  });
});

describe('a halt', () => {
  test('removes the candidate for all clients and changes nothing else', () => {
    fc.assert(
      fc.property(rampedHistory, name, (events, which) => {
        const before = events.at(-1)?.state;
        const slot = slotOf(before, which);
        const after = take(events, { kind: 'halt', name: which });
        expect(after.length - events.length).toBe(slot?.ramp ? 1 : 0);
        fc.pre(slot?.ramp !== undefined);
        expect(slotOf(after.at(-1)?.state, which)).toEqual(withoutRamp(slot));
        expect(others(after.at(-1)?.state, which)).toEqual(others(before, which));
        expect(after.at(-1)?.state.withdrawn.at(-1)).toBe(`${which}@${slot?.ramp?.version}`);
      }),
    );
  });
});

describe('the list of withdrawn versions', () => {
  test('keeps the last fifty, each once', () => {
    let events = play([{ kind: 'promote', name: 'markets', version: '1.0.0' }]);
    for (let patch = 1; patch <= 60; patch += 1) {
      events = take(events, { kind: 'ramp', name: 'markets', version: `1.0.${patch}`, weight: 1 });
      events = take(events, { kind: 'halt', name: 'markets' });
    }
    const kept = Array.from({ length: 50 }, (_, index) => `markets@1.0.${index + 11}`);
    expect(events.at(-1)?.state.withdrawn).toEqual(kept);
  });
});

describe('a revert', () => {
  test('restores exactly the stable versions of an epoch', () => {
    fc.assert(
      fc.property(history, fc.nat(30), (events, at) => {
        const target = events[at % Math.max(1, events.length)];
        const after = target ? take(events, { kind: 'revert', epoch: target.state.epoch }) : events;
        fc.pre(after.length > events.length);
        expect(stable(after.at(-1))).toEqual(stable(target));
        expect(after.at(-1)?.state.remotes.some((slot) => slot.ramp)).toBe(false);
      }),
    );
  });

  test('to an unknown epoch, or the current one, is rejected', () => {
    expect(() => revert(promoted('1.0.0'), 7, AT)).toThrow('There is no epoch 7');
    expect(() => revert(promoted('1.0.0'), 1, AT)).toThrow('has the same stable versions as now');
  });
});

describe('a take-over', () => {
  test('is one event for host and remotes, and none if all of it is live', () => {
    const what = {
      host: '2.0.0',
      remotes: [
        { name: 'markets', version: '1.0.1' },
        { name: 'nft', version: '1.0.0' },
      ],
    };
    const draft = takeOver(promoted('1.0.0').at(-1)?.state, what, AT);
    expect(draft?.state).toMatchObject({ epoch: 2, host: '2.0.0' });
    expect(draft && versionsIn(draft.state).map(({ name: of, version: is }) => `${of}@${is}`)).toEqual([
      'markets@1.0.1',
      'markets@1.0.0',
      'nft@1.0.0',
    ]);
    expect(takeOver(draft?.state, what, AT)).toBeUndefined();
  });

  test('makes exactly the build live, after any history, and is idempotent', () => {
    const built = fc.uniqueArray(fc.record({ name, version }), { selector: (reference) => reference.name });
    fc.assert(
      fc.property(history, version, built, (events, host, remotes) => {
        const before = events.at(-1)?.state;
        const after = takeOver(before, { host, remotes }, AT)?.state ?? before;
        expect(after?.host).toBe(host);
        for (const { name: which, version: is } of remotes) expect(slotOf(after, which)?.stable).toBe(is);
        const built = remotes.map(({ name: which }) => which);
        const untouched = (state: ReleaseState | undefined) =>
          (state?.remotes ?? []).filter((slot) => !built.includes(slot.name as (typeof names)[number]));
        expect(untouched(after)).toEqual(untouched(before));
        expect(after?.epoch).toBeLessThanOrEqual((before?.epoch ?? 0) + 1);
        expect(takeOver(after, { host, remotes }, AT)).toBeUndefined();
      }),
    );
  });
});
