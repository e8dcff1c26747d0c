import type { Finding } from '../findings.ts';
import { appears, becomes, go, notOpened, open, titleOf } from '../stage/screen.ts';
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
    const home = await titleOf(page);
    for (const path of routes) {
      where = path;
      await go(page, path);
      if (
        !(await becomes(async () => ![home, ''].includes(await titleOf(page)))) ||
        (await notOpened(page).count()) > 0
      ) {
        findings.push({ code: 'mount-failed', message: `${path} does not open` });
      }
      await go(page, '/');
      if (!(await becomes(async () => (await titleOf(page)) === home))) {
        findings.push({ code: 'unmount-residue', message: `${path} is still shown after it was left` });
        await open(page, stage.origin, '/');
      }
    }
  } finally {
    await context.close();
  }
  return findings;
}
