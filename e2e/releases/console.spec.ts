import { expect, type Locator, type Page, test } from '@playwright/test';
import { ANOTHER, titleAs } from '../platform/finance.ts';
import { phone } from '../platform/phone.ts';
import { liveManifest, liveRemote, liveSlot, publishVariant, tessera } from '../platform/release.ts';
import { reportAsPage } from '../platform/reports.ts';
import { createStaff, openConsole } from '../platform/staff.ts';
import { ORIGIN } from '../platform/where.ts';

const CANDIDATE = '0.8.1-console';
/** Clients of either version that report, and for how many of them the candidate fails. */
const CLIENTS = 20;
const FAILED = 2;

const card = (page: Page): Locator => page.getByRole('article', { name: 'finance', exact: true });
const rowOf = (page: Page, version: string): Locator => card(page).getByRole('listitem').filter({ hasText: version });

/** Reports of pages of both versions: each was used, and the candidate failed for some. */
async function report(stable: string): Promise<void> {
  const { epoch } = await liveManifest();
  for (let client = 0; client < CLIENTS; client += 1) {
    const uses = [stable, CANDIDATE].map((version) => ({ type: 'use', remote: 'finance', version }));
    const failure = { type: 'failure', remote: 'finance', version: CANDIDATE, kind: 'render' };
    const reports = client < FAILED ? [...uses, failure] : uses;
    await reportAsPage(epoch, `finance@${CANDIDATE}`, reports);
  }
}

test('staff ramp a candidate, see that it fails and roll it back with one button; support has read access', async ({
  page,
  browser,
}) => {
  await publishVariant('finance', CANDIDATE, titleAs(ANOTHER));
  const { version: stable } = await liveRemote('finance');
  const operator = await createStaff('console-operator@tessera.example', 'Olga Petrova', 'operator');
  const support = await createStaff('console-support@tessera.example', 'Sam Okafor', 'support');
  const theirs = await browser.newContext({ ...phone, baseURL: ORIGIN });
  try {
    await openConsole(page, operator);
    await expect(rowOf(page, stable)).toContainText('Clients100 %');

    await test.step('ramp', async () => {
      await card(page).getByRole('button', { name: 'Ramp…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Ramp finance' });
      await dialog.getByRole('radio', { name: new RegExp(CANDIDATE) }).check();
      await dialog.getByLabel('Clients that get it').fill('50');
      await dialog.getByLabel('Reason').fill('a new title, on half of the phones');
      await dialog.getByRole('button', { name: 'Ramp to 50 %' }).click();
      await expect(dialog).toBeHidden();
      await expect(rowOf(page, CANDIDATE)).toContainText('Clients50 %');
      await expect.poll(async () => (await liveSlot('finance')).ramp?.weight).toBe(5_000);
    });

    await test.step('look at its health', async () => {
      await report(stable);
      await expect(rowOf(page, CANDIDATE)).toContainText(`Users seen${CLIENTS}`);
      await expect(rowOf(page, CANDIDATE)).toContainText('Failure rate10 %');
      await expect(rowOf(page, CANDIDATE)).toContainText(`${FAILED} render`);
    });

    const watching = await theirs.newPage();
    await test.step('support sees the same and cannot release', async () => {
      await openConsole(watching, support);
      await expect(rowOf(watching, CANDIDATE)).toContainText('Failure rate10 %');
      await expect(watching.getByText('You are signed in as support.')).toBeVisible();
      await expect(card(watching).getByRole('button', { name: 'Roll back' })).toBeDisabled();
      // Nor can their token call the registry directly, without the key of its session.
      const status = await watching.evaluate(async () => {
        const { token } = JSON.parse(sessionStorage.getItem('tessera.console.session') ?? '{}');
        const response = await fetch('/registry/rollback', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ name: 'finance', why: 'not mine to do' }),
        });
        return response.status;
      });
      expect(status).toBe(401);
    });

    await test.step('roll back', async () => {
      await card(page).getByRole('button', { name: 'Roll back' }).click();
      const dialog = page.getByRole('dialog', { name: 'Roll back finance?' });
      await expect(dialog.getByLabel('Reason')).toHaveValue(new RegExp(`^${CANDIDATE} fails for 10\\s% of 20 users`));
      await dialog.getByRole('button', { name: 'Roll back' }).click();
      await expect(dialog).toBeHidden();
      await expect(rowOf(page, CANDIDATE)).toHaveCount(0);
      await expect.poll(async () => (await liveSlot('finance')).ramp).toBeUndefined();
      // Other open pages update automatically.
      await expect(rowOf(watching, CANDIDATE)).toHaveCount(0);
    });

    await test.step('the history shows who and why', async () => {
      await page.getByRole('link', { name: 'History' }).click();
      const [undone, begun] = [0, 1].map((nth) => page.locator('main ol > li').nth(nth)) as [Locator, Locator];
      await expect(undone).toContainText('Roll back');
      await expect(undone).toContainText(operator.account);
      await expect(undone).toContainText(`${CANDIDATE} fails for 10 % of 20 users`);
      await expect(begun).toContainText('Ramp');
      await expect(begun).toContainText(operator.account);
      await expect(begun).toContainText('a new title, on half of the phones');
    });
  } finally {
    await theirs.close();
    if ((await liveSlot('finance')).ramp) await tessera('rollback', 'finance', '--why', 'the test is over');
  }
});
