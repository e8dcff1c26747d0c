// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { card, onTheConsole, openConsole, openDialog, pass } from '../testing/open-console.tsx';
import { NOW, Platform, rejection } from '../testing/platform.ts';
import { versionOf } from '../testing/releases.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const PROMOTE = 'POST /registry/promote';

describe('promoting', () => {
  test('starts with the newest version, requires a reason, and reports the result', async () => {
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    expect(await dialog.findByRole('radio', { name: /0\.9\.0/, checked: true })).toBeDefined();
    expect(dialog.queryByRole('radio', { name: /0\.8\.0/ })).toBeNull();
    expect(dialog.getByRole('list', { name: 'What changes' }).textContent).toBe('financefrom 0.8.0 to 0.9.0');
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    expect(dialog.getByText('Enter a reason. It is kept in the history.')).toBeDefined();
    expect(platform.sent(PROMOTE)).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), '  a week at 10 %  ');
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.9.0')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(platform.sent(PROMOTE)).toEqual([
      { name: 'finance', version: '0.9.0', why: 'a week at 10 %', expectedEpoch: 7 },
    ]);
    await waitFor(async () => expect((await card('finance')).getByText('0.9.0')).toBeDefined());
  });

  test.each([
    [
      'what the live version does not do',
      ['localStorage'],
      ['localStorage', 'globals: hook'],
      /writes globals of the page \(hook\)/,
    ],
    ['everything where that of the live one was never read', undefined, ['worker'], /was not read.*starts workers/],
  ])('names of the page’s capabilities %s', async (_, live, candidate, said) => {
    platform.versions = [
      versionOf('0.9.0', { uses: candidate }),
      versionOf('0.8.0', { live: 'stable', wasStable: true, ...(live && { uses: live }) }),
    ];
    const dialog = await openDialog(openConsole(platform), 'finance', 'Promote…');
    const title = await dialog.findByText('0.9.0 does with the page what the live version does not');
    const notice = title.parentElement?.textContent ?? '';
    expect(notice).toMatch(said);
    expect(notice).not.toContain('localStorage');
  });

  test('ends a ramp, and announces it first', async () => {
    platform.change('finance', { ramp: { version: '0.9.0', percent: 10, since: NOW, evidence: 1 } });
    const dialog = await openDialog(openConsole(platform), 'finance', 'Promote…');
    expect(await dialog.findByText(/The ramp of 0\.9\.0 at 10\s%\sends\./)).toBeDefined();
  });

  test('finds a version by its description', async () => {
    platform.versions = Array.from({ length: 12 }, (_, patch) =>
      versionOf(`1.0.${patch}`, { why: patch === 4 ? 'Fixed terms by day' : 'other things', who: 'maria' }),
    );
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    await user.type(await dialog.findByLabelText('Find a version'), ' fixed TERMS ');
    await user.click(dialog.getByRole('radio', { name: /1\.0\.4/ }));
    expect(dialog.getAllByRole('radio')).toHaveLength(1);
    expect(dialog.getByRole('button', { name: 'Promote 1.0.4' })).toBeDefined();
    await user.type(dialog.getByLabelText('Find a version'), 'x');
    expect(dialog.getByText('No version matches')).toBeDefined();
  });

  test('without other versions shows how to publish one', async () => {
    platform.versions = [versionOf('0.5.0', { live: 'stable' })];
    const dialog = await openDialog(openConsole(platform), 'markets', 'Promote…');
    expect(await dialog.findByText('Nothing else is published')).toBeDefined();
    expect(dialog.getByText(/npm run tessera -- publish markets/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Promote' }).hasAttribute('disabled')).toBe(true);
  });

  test('versions that failed to load can be retried', async () => {
    platform.reply('GET /registry/versions/finance', 'no connection');
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    expect(await dialog.findByText('The versions did not load')).toBeDefined();
    platform.recover();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('radio', { name: /0\.9\.0/ })).toBeDefined();
  });
});

describe('a rejection of the gate', () => {
  const reasons = [
    { code: 'route_dropped', message: '/pages/ieo/index leads nowhere' },
    { code: 'type_changed', message: 'Quote lost a field' },
  ];

  async function rejected() {
    platform.reply(PROMOTE, rejection(422, 'incompatible', 'finance@0.9.0 does not fit what is live', reasons));
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    await dialog.findByRole('radio', { name: /0\.9\.0/ });
    await user.type(dialog.getByLabelText('Reason'), 'a week at 10 %');
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    const notice = await dialog.findByRole('alert');
    expect(within(notice).getByText('Rejected for these 2 reasons')).toBeDefined();
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['route_dropped /pages/ieo/index leads nowhere', 'type_changed Quote lost a field']);
    return { user, dialog };
  }

  test('names every reason, and can be overridden only with a separate reason', async () => {
    const { user, dialog } = await rejected();
    platform.recover();
    await user.click(dialog.getByRole('button', { name: 'Promote anyway' }));
    expect(dialog.getByText('Overriding requires a separate reason.')).toBeDefined();
    await user.type(dialog.getByLabelText('Why override it?'), 'no links to it exist');
    await user.click(dialog.getByRole('button', { name: 'Promote anyway' }));
    expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.9.0')).toBeDefined();
    expect(platform.sent(PROMOTE).at(-1)).toEqual({
      name: 'finance',
      version: '0.9.0',
      why: 'no links to it exist',
      expectedEpoch: 7,
      force: true,
    });
  });

  test('of one version does not apply to another', async () => {
    const { user, dialog } = await rejected();
    platform.recover();
    await user.click(dialog.getByRole('radio', { name: /0\.7\.0/ }));
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Promote 0.7.0' }));
    expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.7.0')).toBeDefined();
    expect(platform.sent(PROMOTE).at(-1)).not.toHaveProperty('force');
  });
});

describe('two operators at once', () => {
  const other = { who: 'ada@tessera.example', why: 'draws do not load' };

  async function ready() {
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    await dialog.findByRole('radio', { name: /0\.9\.0/ });
    await user.type(dialog.getByLabelText('Reason'), 'a week at 10 %');
    return { user, dialog };
  }

  test('the second sees who released, what and why, and releases nothing', async () => {
    const { user, dialog } = await ready();
    platform.release('promote', 'markets', { stable: '0.6.0' }, other);
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('Another release was made in the meantime')).toBeDefined();
    expect(
      await within(notice).findByText('Epoch 8, ada@tessera.example: markets 0.5.0 → 0.6.0 (draws do not load)'),
    ).toBeDefined();
    expect(platform.remote('finance').stable).toBe('0.8.0');
    await user.click(screen.getByRole('button', { name: 'See the new figures' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await card('markets')).getByText('0.6.0')).toBeDefined();
  });

  test('the second is notified before deciding if the figures show it first', async () => {
    await ready();
    platform.release('promote', 'markets', { stable: '0.6.0' }, other);
    await pass(2_000);
    expect(
      within(await screen.findByRole('alert')).getByText(/epoch 8 is in force now\. Your release was not made/),
    ).toBeDefined();
    expect(platform.sent(PROMOTE)).toEqual([]);
  });

  test('a release without a response is not attributed to another operator', async () => {
    const { user, dialog } = await ready();
    platform.reply(PROMOTE, 'no connection');
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    expect(within(await dialog.findByRole('alert')).getByText('The outcome is unknown')).toBeDefined();
    platform.release('promote', 'finance', { stable: '0.9.0' }, { why: 'a week at 10 %' });
    await pass(2_000);
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('A release took effect, perhaps yours')).toBeDefined();
    expect(await within(notice).findByText(/^Epoch 8, olga@tessera\.example: finance 0\.8\.0 → 0\.9\.0/)).toBeDefined();
  });

  test('nor is it after a retry before the figures show it', async () => {
    const { user, dialog } = await ready();
    platform.reply(PROMOTE, 'no response');
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    platform.reply('GET /registry/status', 'no connection');
    await pass(30_000);
    await dialog.findByText('The outcome is unknown');
    platform.recover();
    platform.reply('GET /registry/status', 'no connection');
    platform.release('promote', 'finance', { stable: '0.9.0' });
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    expect(await screen.findByText('A release took effect, perhaps yours')).toBeDefined();
  });
});

describe('a release that fails', () => {
  test.each([
    [
      'the role was taken away',
      rejection(403, 'forbidden', 'No.'),
      'Nothing was changed',
      'Your role does not allow this.',
    ],
    [
      'the backend is away',
      rejection(503, 'backend_unavailable', 'No.'),
      'Nothing was changed',
      /the backend, which verifies/,
    ],
    [
      'it is live already',
      rejection(409, 'already_live', 'It is live already.'),
      'Nothing was changed',
      'It is live already.',
    ],
    ['calls are too many', rejection(429, 'too_many', 'No.'), 'Nothing was changed', /Too many calls/],
    [
      'the registry has a fault',
      rejection(500, 'fault', 'Its log says which.'),
      /outcome is unknown/,
      'Its log says which.',
    ],
  ])('because %s shows what is known', async (_, reply, title, text) => {
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    await dialog.findByRole('radio', { name: /0\.9\.0/ });
    await user.type(dialog.getByLabelText('Reason'), 'a week at 10 %');
    platform.reply(PROMOTE, reply);
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    const notice = within(await dialog.findByRole('alert'));
    expect(notice.getByText(title)).toBeDefined();
    expect(notice.getByText(text)).toBeDefined();
  });

  test('because the session ended leads to the log-in', async () => {
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Promote…');
    await dialog.findByRole('radio', { name: /0\.9\.0/ });
    await user.type(dialog.getByLabelText('Reason'), 'a week at 10 %');
    platform.sessionEnded = true;
    await user.click(dialog.getByRole('button', { name: 'Promote 0.9.0' }));
    expect(await screen.findByText(/Your session has ended: it was closed elsewhere/)).toBeDefined();
    expect(platform.remote('finance').stable).toBe('0.8.0');
  });
});
