import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReleaseEvent } from './release-event.ts';
import { type ReleaseState, releaseStateSchema, type SlotState, slotOf, versionsIn } from './state.ts';
import {
  AT,
  announcementOf,
  history,
  name,
  names,
  play,
  rampedHistory,
  type Step,
  saltDrawnAt,
  take,
  version,
} from './testing/histories.ts';
import {
  describeWithdrawal,
  ramp,
  reinstated,
  revert,
  rollback,
  rollbackTarget,
  takeOver,
  weightOf,
  withdrawnIn,
} from './transitions.ts';

const stable = (event: ReleaseEvent | undefined) =>
  names.map((each) => slotOf(event?.state, each)?.stable ?? undefined);

const withoutRamp = (slot: SlotState | undefined): SlotState | undefined => {
  if (!slot) return undefined;
  const { ramp: _ended, ...rest } = slot;
  return rest.stable === null ? undefined : rest;
};

/** The slot without a fallback to a withdrawn version. */
const allowed = (state: ReleaseState | undefined, slot: SlotState | undefined): SlotState | undefined => {
  if (!slot?.previous || !state?.withdrawn.includes(`${slot.name}@${slot.previous}`)) return slot;
  const { previous: _withdrawn, ...rest } = slot;
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
            ...(is ? [`${each}@${is}`] : []),
            ...(runs ? [`${each}@${runs.version}`] : []),
          ]);
          expect(state.withdrawn.filter((reference) => live.includes(reference))).toEqual([]);
          for (const { name: each, previous } of state.remotes) {
            expect(state.withdrawn).not.toContain(`${each}@${previous}`);
          }
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
        const now = back.at(-1)?.state;
        expect(slotOf(now, which)).toEqual(allowed(now, withoutRamp(before)));
        expect(others(now, which)).toEqual(others(after, which));
      }),
    );
  });

  test('ends a running ramp, withdraws its candidate and changes no other field', () => {
    fc.assert(
      fc.property(rampedHistory, name, (events, which) => {
        const before = events.at(-1)?.state;
        const slot = slotOf(before, which);
        fc.pre(slot?.ramp !== undefined);
        const back = take(events, { kind: 'rollback', name: which }).at(-1)?.state;
        expect(slotOf(back, which)).toEqual(allowed(back, withoutRamp(slot)));
        expect(others(back, which)).toEqual(others(before, which));
        expect(back?.withdrawn.at(-1)).toBe(`${which}@${slot?.ramp?.version}`);
      }),
    );
  });

  test('is safe twice: repeated by any number of operators, it changes nothing more', () => {
    fc.assert(
      fc.property(history, name, fc.option(version, { nil: undefined }), (events, which, to) => {
        const back = take(events, { kind: 'rollback', name: which, to });
        fc.pre(back.length > events.length);
        expect(take(back, { kind: 'rollback', name: which, to })).toBe(back);
        expect(take(back, { kind: 'rollback', name: which })).toBe(back);
      }),
    );
  });

  test('after a halt does not touch the stable version', () => {
    const halted = [
      { kind: 'ramp', name: 'markets', version: '1.0.2', weight: 10 } as const,
      { kind: 'halt', name: 'markets' } as const,
    ].reduce(take, promoted('1.0.0', '1.0.1'));
    expect(() => rollback(halted, { name: 'markets' }, AT)).toThrow(
      'markets was halted in epoch 4 by ops and is 1.0.1. Name the version to go further back to',
    );
    expect(() => rollback(halted, {}, AT)).toThrow('markets was halted');
  });

  test('does what is announced: the version, the removal, or a rejection', () => {
    fc.assert(
      fc.property(history, name, (events, which) => {
        const announced = rollbackTarget(events, which);
        const back = take(events, { kind: 'rollback', name: which });
        expect(back.length - events.length).toBe(announced === undefined ? 0 : 1);
        if (announced === undefined) return;
        expect(slotOf(back.at(-1)?.state, which)?.stable ?? null).toBe(announced);
      }),
    );
  });

  test('goes back to any earlier stable version by name, and only to one', () => {
    const events = promoted('1.0.0', '1.0.1', '1.0.2');
    const back = take(events, { kind: 'rollback', name: 'markets', to: '1.0.0' });
    expect(slotOf(back.at(-1)?.state, 'markets')).toEqual({ name: 'markets', stable: '1.0.0' });
    expect(back.at(-1)?.state.withdrawn).toEqual(['markets@1.0.2']);
    expect(() => rollback(back, { name: 'markets', to: '1.0.0' }, AT)).toThrow('markets@1.0.0 is live already');
    expect(() => rollback(events, { name: 'markets', to: '1.0.4' }, AT)).toThrow('was never the stable version');
    expect(() => rollback(events, { to: '1.0.0' }, AT)).toThrow('needs the name of its remote');
  });

  test('to the stable version ends a ramp', () => {
    const ramped = take(promoted('1.0.0'), { kind: 'ramp', name: 'markets', version: '1.0.1', weight: 10 });
    const back = take(ramped, { kind: 'rollback', name: 'markets', to: '1.0.0' });
    expect(slotOf(back.at(-1)?.state, 'markets')).toEqual({ name: 'markets', stable: '1.0.0' });
    expect(back.at(-1)?.state.withdrawn).toEqual(['markets@1.0.1']);
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
    expect(() => rollback([], {}, AT)).toThrow('no remote was ever live');
    expect(() => rollback(promoted('1.0.0'), { name: 'nft' }, AT)).toThrow('nft was never live');
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

  test('of a new remote leaves all others without it, until it is promoted or ends', () => {
    const first = take([], { kind: 'ramp', name: 'markets', version: '1.0.0', weight: 1_000 });
    expect(slot(first)).toMatchObject({ name: 'markets', stable: null, ramp: { version: '1.0.0', weight: 1_000 } });
    expect(first.at(-1)?.changes).toEqual([{ name: 'markets', from: null, to: '1.0.0 at 10 %' }]);
    const raised = take(first, { kind: 'ramp', name: 'markets', version: '1.0.0', weight: 5_000 });
    expect(slot(raised).ramp?.salt).toBe(slot(first).ramp?.salt);
    expect(slot(take(raised, { kind: 'promote', name: 'markets', version: '1.0.0' }))).toEqual({
      name: 'markets',
      stable: '1.0.0',
    });
    for (const end of [{ kind: 'rollback' as const }, { kind: 'halt' as const }]) {
      const ended = take(raised, { ...end, name: 'markets' }).at(-1)?.state;
      expect([ended?.remotes, ended?.withdrawn]).toEqual([[], ['markets@1.0.0']]);
    }
  });

  test('that is halted keeps the stable version and lists the candidate as withdrawn', () => {
    const halted = take(ramped(1_000), { kind: 'halt', name: 'markets' });
    expect(slot(halted)).toEqual({ name: 'markets', stable: '1.0.0' });
    expect(halted.at(-1)?.state.withdrawn).toEqual(['markets@1.0.1']);
  });

  test.each([
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
  test('removes the candidate for all clients and changes no other field', () => {
    fc.assert(
      fc.property(rampedHistory, name, (events, which) => {
        const before = events.at(-1)?.state;
        const slot = slotOf(before, which);
        const after = take(events, { kind: 'halt', name: which });
        expect(after.length - events.length).toBe(slot?.ramp ? 1 : 0);
        fc.pre(slot?.ramp !== undefined);
        expect(slotOf(after.at(-1)?.state, which)).toEqual(allowed(after.at(-1)?.state, withoutRamp(slot)));
        expect(others(after.at(-1)?.state, which)).toEqual(others(before, which));
        expect(after.at(-1)?.state.withdrawn.at(-1)).toBe(`${which}@${slot?.ramp?.version}`);
      }),
    );
  });
});

describe('a withdrawn version', () => {
  const withdrawn = [
    { kind: 'promote', name: 'markets', version: '1.0.0' },
    { kind: 'promote', name: 'markets', version: '1.0.1' },
    { kind: 'rollback', name: 'markets' },
    { kind: 'ramp', name: 'markets', version: '1.0.2', weight: 10 },
    { kind: 'halt', name: 'markets' },
  ] as const;

  test('is known with its event until it is live again', () => {
    const events = play(withdrawn);
    expect([...withdrawnIn(events)].map(([reference, { kind }]) => [reference, kind])).toEqual([
      ['markets@1.0.1', 'rollback'],
      ['markets@1.0.2', 'halt'],
    ]);
    const event = withdrawnIn(events).get('markets@1.0.2');
    expect(event && describeWithdrawal(event)).toBe('halted in epoch 5 by ops: because');
    const again = take(events, { kind: 'promote', name: 'markets', version: '1.0.1' });
    expect([...withdrawnIn(again).keys()]).toEqual(['markets@1.0.2']);
  });

  test('is a reason against a promotion, a ramp, a rollback, a revert and a build that makes it live', () => {
    const events = play(withdrawn);
    const steps: Step[] = [
      { kind: 'promote', name: 'markets', version: '1.0.1' },
      { kind: 'ramp', name: 'markets', version: '1.0.2', weight: 5 },
      { kind: 'rollback', name: 'markets', to: '1.0.1' },
      { kind: 'revert', epoch: 2 },
      { kind: 'host', version: '2.0.0', remotes: [{ name: 'markets', version: '1.0.1' }] },
    ];
    for (const step of steps) {
      const after = take(events, step).at(-1)?.state as ReleaseState;
      expect(reinstated(events, after), step.kind).toMatchObject([{ code: 'version_withdrawn' }]);
    }
    const after = take(events, { kind: 'promote', name: 'markets', version: '1.0.3' }).at(-1)?.state as ReleaseState;
    expect(reinstated(events, after)).toEqual([]);
  });

  test('is known however many others were withdrawn after it', () => {
    let events = play([{ kind: 'promote', name: 'markets', version: '1.0.0' }]);
    for (let patch = 1; patch <= 60; patch += 1) {
      events = take(events, { kind: 'ramp', name: 'markets', version: `1.0.${patch}`, weight: 1 });
      events = take(events, { kind: 'halt', name: 'markets' });
    }
    expect(withdrawnIn(events).size).toBe(60);
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

describe('what is announced', () => {
  const announce = (before: ReleaseState | undefined, ...announced: string[]) =>
    takeOver(before, { remotes: [], announced: announced.map(announcementOf) }, AT)?.state ?? before;
  const announcedIn = (state: ReleaseState | undefined) =>
    (state?.remotes ?? []).flatMap((slot) => (slot.announced ? [slot.name] : []));

  test('has no version until its first one, and replaces what was announced before, after any history', () => {
    fc.assert(
      fc.property(history, fc.uniqueArray(name), fc.uniqueArray(name), (events, first, second) => {
        const before = events.at(-1)?.state;
        const live = (before?.remotes ?? []).filter(({ announced }) => !announced);
        const after = announce(announce(before, ...first), ...second);
        expect(after?.remotes.filter(({ announced }) => !announced) ?? []).toEqual(live);
        expect(announcedIn(after)).toEqual(
          second.filter((each) => !live.some((slot) => slot.name === each)).toSorted(),
        );
        expect(announce(after)?.remotes ?? []).toEqual(live);
      }),
    );
  });

  test('ends with the first version, which a rollback does not turn into an announcement', () => {
    for (const first of [
      { kind: 'promote', name: 'trading', version: '1.0.0' },
      { kind: 'ramp', name: 'trading', version: '1.0.0', weight: 100 },
    ] as const) {
      const events = play([{ kind: 'announce', names: ['trading'] }, first]);
      expect(announcedIn(events[0]?.state)).toEqual(['trading']);
      expect(announcedIn(events[1]?.state)).toEqual([]);
      expect(slotOf(rollback(events, { name: 'trading' }, AT).state, 'trading')).toBeUndefined();
    }
  });
});
