import { expect, test } from 'vitest';
import { hasPassed, inJson, inWords, type Report } from './report.ts';

const SOUND: Report = {
  name: 'lottery',
  version: '1.0.0',
  probes: [
    { name: 'texts', milliseconds: 40, findings: [], figures: {} },
    { name: 'size', milliseconds: 1_260, findings: [], figures: { 'KiB of the largest screen': 21.5 } },
  ],
};

const UNSOUND: Report = {
  ...SOUND,
  probes: [
    ...SOUND.probes,
    {
      name: 'mount',
      milliseconds: 20_000,
      findings: [{ code: 'mount-failed', message: '/pages/lottery/today does not open:\n  no title' }],
      figures: {},
    },
  ],
};

test('a sound remote is reported with times and figures', () => {
  expect(hasPassed(SOUND)).toBe(true);
  expect(inWords(SOUND)).toBe(`lottery@1.0.0
  ok      texts          0.0 s
  ok      size           1.3 s   KiB of the largest screen 21.5
  no findings, 1 s`);
});

test('each finding is reported with its code and the page that explains it', () => {
  expect(hasPassed(UNSOUND)).toBe(false);
  expect(inWords(UNSOUND)).toContain(`  FAILED  mount         20.0 s
          mount-failed: /pages/lottery/today does not open:
            no title
          docs/findings/mount-failed.md
  see the findings above, 21 s`);
});

test('a program gets the same as JSON', () => {
  expect(JSON.parse(inJson(UNSOUND))).toMatchObject({
    name: 'lottery',
    passed: false,
    probes: [{}, {}, { findings: [{ code: 'mount-failed', page: 'docs/findings/mount-failed.md' }] }],
  });
  expect(JSON.parse(inJson(SOUND))).toMatchObject({ passed: true, passedBefore: false });
  expect(JSON.parse(inJson({ ...SOUND, passedBefore: true }))).toMatchObject({ passed: true, passedBefore: true });
});
