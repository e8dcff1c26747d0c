import { expect, test } from '@playwright/test';
import { openFinance } from '../platform/finance.ts';
import { insertBehindImports, publishVariant, withLive } from '../platform/release.ts';

/*
 * A remote that was released, built as remotes are, hands texts to all that would make code or markup of them. Its own
 * chunks, those of the host and of the runtime of Module Federation load meanwhile as ever.
 */

const VERSION = '0.8.6-texts';

/** Each attempt by its name; what throws is recorded by its error. */
const ATTEMPTS = `
const page = self as unknown as Record<string, Record<string, string>>;
const outcomes: Record<string, string> = {};
page.outcomes = outcomes;
const attempt = (name: string, act: () => unknown) => {
  try {
    act();
    outcomes[name] = 'done';
  } catch (error) {
    outcomes[name] = (error as Error).name;
  }
};
const node = document.createElement('div');
const script = () => document.createElement('script');
const types = (self as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
attempt('innerHTML', () => { node.innerHTML = '<img src=x onerror="self.ran=1">'; });
attempt('outerHTML', () => { document.body.appendChild(document.createElement('i')).outerHTML = '<b></b>'; });
attempt('insertAdjacentHTML', () => node.insertAdjacentHTML('beforeend', '<b></b>'));
attempt('srcdoc', () => { document.createElement('iframe').srcdoc = '<b></b>'; });
attempt('document.write', () => document.write('<b></b>'));
attempt('DOMParser', () => new DOMParser().parseFromString('<b></b>', 'text/html'));
attempt('src elsewhere', () => { script().src = 'https://evil.example/a.js'; });
attempt('src of an upload', () => { script().src = '/api/asset/a.js'; });
attempt('src of data', () => { script().setAttribute('src', 'data:text/javascript,self.ran=1'); });
attempt('text of a script', () => { script().text = 'self.ran=1'; });
attempt('eval', () => (0, eval)('self.ran=1'));
attempt('Function', () => new Function('self.ran=1')());
attempt('worker of a blob', () => new Worker(URL.createObjectURL(new Blob(['1']))));
attempt('a policy of its own', () => types.createPolicy('mine', { createHTML: (text: string) => text }));
attempt('another default policy', () => types.createPolicy('default', { createHTML: (text: string) => text }));
attempt('src of a file of the platform', () => { script().src = '/h5/remotes/finance/0.0.0/remoteEntry.js'; });
`;

test('no text of a remote becomes markup, code or the address of a script elsewhere', async ({ page }) => {
  await publishVariant('finance', VERSION, insertBehindImports('src/remote.tsx', ATTEMPTS));
  await withLive(`finance@${VERSION}`, async () => {
    await openFinance(page);
    const outcomes = await page.evaluate(() => Reflect.get(self, 'outcomes') as Record<string, string>);
    const { 'src of a file of the platform': ofPlatform, eval: evaluated, Function: made, ...others } = outcomes;
    expect(ofPlatform).toBe('done');
    expect([evaluated, made]).toEqual(['EvalError', 'EvalError']);
    expect(Object.keys(others)).toHaveLength(13);
    expect([...new Set(Object.values(others))]).toEqual(['TypeError']);
    expect(await page.evaluate(() => Reflect.get(self, 'ran'))).toBeUndefined();
  });
});
