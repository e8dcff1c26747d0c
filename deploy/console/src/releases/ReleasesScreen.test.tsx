// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { card, onTheConsole, openConsole, pass } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';
import { healthOf, remoteOf } from '../testing/releases.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const rampAt = (percent: number, evidence = 1) => ({ version: '0.9.0', percent, since: NOW - 600_000, evidence });
const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ') ?? '';

/** The table cells of one version, by column. */
async function figuresOf(remote: string, version: string): Promise<Record<string, string>> {
  const row = (await card(remote)).getByText(version, { selector: 'li *' }).closest('li') as HTMLElement;
  const labels = within(row).getAllByRole('term');
  return Object.fromEntries(labels.map((label) => [plain(label), plain(label.nextElementSibling)]));
}

test('the current state is shown above the remotes', async () => {
  openConsole(platform);
  const facts = await screen.findByLabelText('Current state');
  expect(plain(facts)).toMatch(/^Epoch7History chainWholeIssued.*1 h agoSigned until.*28 d leftHost0\.8\.0-host$/);
});

test('an expired manifest is reported', async () => {
  platform.status = { ...platform.status, expiresAt: NOW - 1, host: null };
  openConsole(platform);
  const facts = await screen.findByLabelText('Current state');
  expect(plain(facts)).toMatch(/Expired.*None adopted$/);
});

describe('of a remote', () => {
  test('that is only announced nothing is published, and nothing can be released or undone', async () => {
    platform.change('finance', { stable: null, newest: '', undo: null, health: [] });
    openConsole(platform);
    const finance = await card('finance');
    expect(finance.getByText('Being built: its first version is on its way.')).toBeDefined();
    expect(finance.queryByText(/is published/)).toBeNull();
    for (const button of finance.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true);
  });

  test('its team is named, and what it asks of its releases', async () => {
    platform.change('finance', {
      owner: 'Team Finance',
      contact: 'finance@tessera.example',
      tier: 'critical',
      policy: { ramp: true, members: 2 },
    });
    openConsole(platform);
    const shown =
      'Team Finance (finance@tessera.example) · Critical · Ramp before promotion · Released by another member than the publisher';
    expect((await card('finance')).getByText(shown)).toBeDefined();
    expect((await card('markets')).queryByText(/Team|Ramp before/)).toBeNull();
  });

  test('the newest version is offered, unless it was withdrawn', async () => {
    openConsole(platform);
    expect((await card('finance')).getByText('0.9.0 is published')).toBeDefined();
    platform.change('finance', { withdrawn: ['0.9.0'] });
    await pass(2_000);
    expect(await (await card('finance')).findByText('0.9.0 was withdrawn')).toBeDefined();
    expect((await card('finance')).queryByText('0.9.0 is published')).toBeNull();
  });

  test('that is new, what is published or ramped from nothing is shown without a stable version', async () => {
    platform.status = {
      ...platform.status,
      remotes: [
        remoteOf({ name: 'lottery', stable: null, newest: '0.9.0', undo: { to: null }, ramp: rampAt(10) }),
        remoteOf({ name: 'quiz', stable: null }),
      ],
    };
    openConsole(platform);
    const ramped = await card('lottery');
    expect(ramped.getByText(/A new remote has no stable version to compare with/)).toBeDefined();
    expect((await figuresOf('lottery', '0.9.0')).Clients).toBe('10 %');
    expect((await card('quiz')).getByText(/Published, but no client gets it\./)).toBeDefined();
  });

  test('every version that clients may run is shown with its share and its health', async () => {
    platform.change('finance', {
      ramp: rampAt(12.35),
      health: [
        healthOf('0.8.0', 6_400, 2, {
          vitals: { LCP: { p75: 2_845, count: 210 }, INP: { p75: 620, count: 9 }, CLS: { p75: 0.05, count: 210 } },
        }),
        healthOf('0.9.0', 71),
      ],
    });
    openConsole(platform);
    expect(await figuresOf('finance', '0.8.0')).toEqual({
      Clients: '87.65 %',
      'Users seen': '6,400',
      'Failure rate': '0.03 %2 render',
      'LCP p75': '2,845 msfair',
      'INP p75': '620 mspoor',
      'CLS p75': '0.050 good',
      'Screen p75': '–',
    });
    expect(await figuresOf('finance', '0.9.0')).toMatchObject({
      Clients: '12.35 %',
      'Users seen': '71',
      'Failure rate': '0 %none failed',
    });
    expect(await figuresOf('finance', '0.7.0')).toEqual({ Clients: '–', 'Users seen': 'No reports yet' });
  });

  test('a candidate is marked as worse only if the difference is significant', async () => {
    const stable = healthOf('0.8.0', 5_000, 10);
    platform.change('finance', { ramp: rampAt(10), health: [stable, healthOf('0.9.0', 500, 50)] });
    openConsole(platform);
    expect((await figuresOf('finance', '0.9.0'))['Failure rate']).toBe('10 %worse than stable50 render');
    expect((await figuresOf('finance', '0.8.0'))['Failure rate']).toBe('0.2 %10 render');
  });

  test('failures without reported uses are shown', async () => {
    platform.change('finance', { health: [healthOf('0.8.0', 0, 3)] });
    openConsole(platform);
    expect(await figuresOf('finance', '0.8.0')).toMatchObject({ 'Users seen': '3', 'Failure rate': '100 %3 render' });
  });

  test('a newer published version is named, unless it is live or ramped', async () => {
    openConsole(platform);
    expect((await card('finance')).getByText('0.9.0 is published')).toBeDefined();
    expect((await card('markets')).queryByText(/is published/)).toBeNull();
  });
});

describe('a ramp', () => {
  test.each([
    [1.7, '1.7 of 1,000', 'Nothing noticeable. At 1,000 the ramp is halted automatically.'],
    [42, '42.0 of 1,000', 'Watch it. At 1,000 the ramp is halted automatically.'],
    [512.4, '512 of 1,000', 'Close to a halt. At 1,000 the ramp is halted automatically.'],
    [Number.MAX_VALUE, 'over 1,000', 'Close to a halt. At 1,000 the ramp is halted automatically.'],
  ])('with evidence of %d against it shows the rating', async (evidence, figure, note) => {
    platform.change('finance', { ramp: rampAt(10, evidence) });
    openConsole(platform);
    const finance = await card('finance');
    expect(finance.getByText('Clients that get 0.9.0')).toBeDefined();
    expect(finance.getByText(/since 21 Nov 2026, \d\d:50 \(10\smin ago\)/)).toBeDefined();
    expect(finance.getByText(figure)).toBeDefined();
    expect(finance.getByText(note)).toBeDefined();
    expect(finance.queryByText('0.9.0 is published')).toBeNull();
  });

  test('highlights the rollback once there is evidence', async () => {
    platform.change('finance', { ramp: rampAt(10, 42) });
    platform.change('markets', { ramp: rampAt(10, 2) });
    openConsole(platform);
    const variant = async (name: string) =>
      (await card(name)).getByRole('button', { name: 'Roll back' }).dataset.variant;
    expect([await variant('finance'), await variant('markets')]).toEqual(['danger', 'secondary']);
  });

  test.each([
    [100, 'No client is on the stable version to compare with: this ramp is not halted automatically.'],
    [0, 'No client has it, so nothing is compared.'],
  ])('at %i %% is not shown as tested', async (percent, note) => {
    platform.change('finance', { ramp: rampAt(percent) });
    openConsole(platform);
    const finance = await card('finance');
    expect(finance.getByText(note)).toBeDefined();
    expect(finance.queryByText(/halted by itself/)).toBeNull();
    expect((await figuresOf('finance', '0.8.0')).Clients).toBe(`${100 - percent} %`);
  });
});
