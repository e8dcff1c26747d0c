import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { withProgress } from './document.ts';
import { readProgress } from './read.ts';

const root = resolve(import.meta.dirname, '../../../../..');

it('docs/progress.md matches the code: npm run tessera -- progress', async () => {
  const document = readFileSync(join(root, 'docs/progress.md'), 'utf8');
  expect(withProgress(document, await readProgress(root))).toBe(document);
});

it('lists what is missing and keeps manual text', () => {
  const part = (name: string) => `<!-- generated: ${name} -->\nold\n<!-- end -->`;
  const document = `# Progress\n\nby hand\n\n${part('calls')}\n\n## Other gaps\n`;
  const progress = {
    calls: [{ callId: 'GET /project', summary: 'Token offerings' }],
  };
  const written = withProgress(document, progress);
  expect(written).toContain('- `GET /project`: token offerings\n');
  expect(written).toContain('by hand');
  expect(written).not.toContain('old');
  expect(withProgress(written, progress)).toBe(written);
});

it('rejects a document that has lost its marks', () => {
  expect(() => withProgress('# Progress', { calls: [] })).toThrow('<!-- generated: calls -->');
});
