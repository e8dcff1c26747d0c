import type { Finding } from '../findings.ts';
import { appears, becomes, go, notOpened, open } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

/** Opens and leaves every route in one page. */
export async function checkMounts(stage: Stage, routes: readonly string[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    let where = '';
    page.on('pageerror', (error) =>
      findings.push({ code: 'mount-error', message: `${where} throws ${error.message.split('\n')[0]}` }),
    );
    await open(page, stage.origin, '/');
    await appears(page);
    for (const path of routes) {
      where = path;
      await go(page, path);
      const loaded = await becomes(async () =>
        page.evaluate((to) => location.hash.startsWith(`#${to}`), path).then((there) => there),
      );
      await page.waitForTimeout(300);
      const outcome = loaded ? await appears(page) : 'nothing';
      if (outcome !== 'opened') findings.push({ code: 'mount-failed', message: `${path} does not open` });
      const name = await page.getByRole('heading', { level: 1 }).first().textContent();
      await go(page, '/');
      const left = await becomes(
        async () =>
          (await page.getByTestId('home-total').count()) > 0 ||
          (await page.getByRole('heading', { level: 1 }).first().textContent()) !== name,
      );
      if (!left && (await notOpened(page).count()) === 0) {
        findings.push({ code: 'unmount-residue', message: `${path} is still shown after it was left` });
      }
    }
  } finally {
    await context.close();
  }
  return findings;
}
