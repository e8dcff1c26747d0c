// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { onTheConsole, openConsole, openDialog } from '../testing/open-console.tsx';
import { NOW, Platform, rejection } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const RAMP = 'POST /registry/ramp';
const ramping = (percent: number) =>
  platform.change('finance', { ramp: { version: '0.9.0', percent, since: NOW, evidence: 1 } });

test('a ramp begins with the newest version for a few of the clients', async () => {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Ramp…');
  await dialog.findByRole('radio', { name: /0\.9\.0/ });
  expect(dialog.getByText('All other clients stay on 0.8.0.')).toBeDefined();
  await user.type(dialog.getByLabelText('Reason'), 'new terms');
  await user.click(dialog.getByRole('button', { name: /^Ramp to 5\s%$/ }));
  expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.8.0, 0.9.0 at 5 %')).toBeDefined();
  expect(platform.sent(RAMP)).toEqual([
    { name: 'finance', version: '0.9.0', percent: 5, why: 'new terms', expectedEpoch: 7 },
  ]);
});

describe('a running ramp', () => {
  test.each([
    ['raised', '25', 25],
    ['raised by hundredths', '10,25', 10.25],
    ['lowered', '2', 2],
    ['raised to 100 %', '100', 100],
    ['lowered to 0 %', '0', 0],
  ])('is %s', async (_, typed, percent) => {
    ramping(10);
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Ramp…');
    const field = dialog.getByLabelText('Clients that get it');
    await user.clear(field);
    await user.type(field, typed);
    await user.type(dialog.getByLabelText('Reason'), 'as planned');
    await user.click(dialog.getByRole('button', { name: /^Ramp to/ }));
    await screen.findByText(/^Epoch 8:/);
    expect(platform.sent(RAMP)).toMatchObject([{ name: 'finance', version: '0.9.0', percent }]);
  });

  test('keeps its version: another one cannot be ramped', async () => {
    ramping(10);
    const dialog = await openDialog(openConsole(platform), 'finance', 'Ramp…');
    expect(dialog.getByText(/0\.9\.0 is being ramped\. To ramp another version/)).toBeDefined();
    expect(dialog.queryByRole('radio')).toBeNull();
  });

  test('is not sent to its current percentage', async () => {
    ramping(10);
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Ramp…');
    expect(dialog.getByText('It is at this percentage already.')).toBeDefined();
    const button = dialog.getByRole('button', { name: /^Ramp to 10/ });
    expect(button.hasAttribute('disabled')).toBe(true);
    await user.click(dialog.getByRole('button', { name: /^50\s%$/ }));
    expect(dialog.getByRole('button', { name: /^Ramp to 50\s%$/ }).hasAttribute('disabled')).toBe(false);
  });

  test('explains the effect of 0 % and 100 %', async () => {
    ramping(10);
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Ramp…');
    const slider = dialog.getByRole('slider', { name: 'Percentage of clients' });
    fireEvent.change(slider, { target: { value: '100' } });
    expect(dialog.getByText(/it is not halted automatically\. Promote it to make it stable/)).toBeDefined();
    fireEvent.change(slider, { target: { value: '0' } });
    expect(dialog.getByText('At 0 % no client gets it, but the ramp stays open.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>('Clients that get it').value).toBe('0');
  });
});

test.each([
  ['12.345', 'Two decimals at most.'],
  ['101', 'From 0 to 100.'],
  ['many', 'Enter a number, such as 12.5.'],
])('%s is not a percentage, and cannot be sent', async (typed, said) => {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Ramp…');
  await dialog.findByRole('radio', { name: /0\.9\.0/ });
  const field = dialog.getByLabelText('Clients that get it');
  await user.clear(field);
  expect(dialog.getByText('Enter a percentage.')).toBeDefined();
  await user.type(field, typed);
  expect(dialog.getByText(said)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Ramp' }).hasAttribute('disabled')).toBe(true);
});

test('a candidate that the gate rejects can be ramped with a separate reason', async () => {
  const reasons = [{ code: 'tab_taken', message: 'markets holds this tab' }];
  platform.reply(RAMP, rejection(422, 'incompatible', 'does not fit', reasons));
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Ramp…');
  await dialog.findByRole('radio', { name: /0\.9\.0/ });
  await user.type(dialog.getByLabelText('Reason'), 'new terms');
  await user.click(dialog.getByRole('button', { name: /^Ramp to/ }));
  expect(await dialog.findByText('Rejected for this reason')).toBeDefined();
  platform.recover();
  await user.type(dialog.getByLabelText('Why override it?'), 'markets gives it up');
  await user.click(dialog.getByRole('button', { name: 'Ramp anyway' }));
  await screen.findByText(/^Epoch 8:/);
  expect(platform.sent(RAMP).at(-1)).toMatchObject({ why: 'markets gives it up', force: true, percent: 5 });
});

describe('steps', () => {
  const inSteps = (change: object = {}) =>
    platform.change('finance', {
      ramp: {
        version: '0.9.0',
        percent: 5,
        since: NOW,
        evidence: 1,
        steps: {
          who: 'ann@tessera.example',
          next: [
            { percent: 25, after: 10 },
            { percent: 100, after: 120 },
          ],
          due: NOW + 600_000,
          held: null,
          ...change,
        },
      },
    });

  test('are planned with the ramp', async () => {
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Ramp…');
    await dialog.findByRole('radio', { name: /0\.9\.0/ });
    const then = dialog.getByLabelText('And then by itself');
    await user.type(then, '25 after 10');
    expect(dialog.getByText(/Write each step as/)).toBeDefined();
    await user.type(then, 'm, 100% after 2h');
    await user.type(dialog.getByLabelText('Reason'), 'new terms');
    await user.click(dialog.getByRole('button', { name: /^Ramp to 5/ }));
    await screen.findByText(/^Epoch 8:/);
    expect(platform.sent(RAMP)).toMatchObject([
      {
        percent: 5,
        steps: [
          { percent: 25, after: 10 },
          { percent: 100, after: 120 },
        ],
      },
    ]);
  });

  test('are shown with who planned them, and held with a reason', async () => {
    inSteps();
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Hold…');
    expect(screen.getByText(/Planned by ann@tessera\.example/)).toBeDefined();
    expect(dialog.getByText(/stays at its present percentage\. To come: 25/)).toBeDefined();
    await user.type(dialog.getByLabelText('Reason'), 'look first');
    await user.click(dialog.getByRole('button', { name: 'Hold' }));
    expect(platform.sent('POST /registry/hold')).toEqual([{ name: 'finance', why: 'look first', expectedEpoch: 7 }]);
  });

  test('that are held go on with a reason', async () => {
    inSteps({ due: null, held: 'incompatible: no such export' });
    const user = openConsole(platform);
    const dialog = await openDialog(user, 'finance', 'Go on…');
    expect(screen.getByText(/Held: incompatible: no such export/)).toBeDefined();
    await user.type(dialog.getByLabelText('Reason'), 'mended');
    await user.click(dialog.getByRole('button', { name: 'Go on' }));
    expect(platform.sent('POST /registry/resume')).toHaveLength(1);
  });
});
