import type { Finding } from '../findings.ts';
import { arrives, becomes, go, goHome, openHome } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

/** The live version throws on request: pages must fall back to the previous one. */
export async function checkBroken(stage: Stage, path: string): Promise<readonly Finding[]> {
  const { patience } = stage;
  const findings: Finding[] = [];
  for (const when of ['evaluation', 'render'] as const) {
    const context = await stage.phone({ tesseraProbe: when });
    try {
      const page = await context.newPage();
      const home = await openHome(page, stage);
      await go(page, path);
      const isLeft = () => page.evaluate(() => localStorage.getItem('tessera.host.quarantine') !== null);
      const left = await becomes(page, isLeft, patience);
      const shown = await arrives(page, home, patience);
      if (!left || shown !== 'opened') {
        findings.push({ code: 'broken-not-left', message: `a version that throws at ${when} is not left` });
      }
      if (!(await goHome(page, stage, home))) {
        findings.push({ code: 'fault-not-contained', message: `a version that throws at ${when} harms the shell` });
      }
    } finally {
      await context.close();
    }
  }
  return findings;
}
