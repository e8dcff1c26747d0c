import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confined } from './confined.ts';

const FIXTURES = join(import.meta.dirname, '../../../test/confined');
const run = (name: string, content: unknown, takesAtMost = 60_000) =>
  confined(content, { program: join(FIXTURES, `${name}.ts`), takesAtMost, megabytes: 64 });

describe('a confined program', () => {
  it('answers with what it makes of the content', async () => {
    const content = { bytes: new Uint8Array([1, 2, 3]), list: [null, 'é'] };
    expect(await run('returns', content)).toEqual(content);
  });

  it('has no environment, and writes and starts nothing', async () => {
    expect(await run('reaches-out', null)).toEqual({
      env: [],
      write: 'ERR_ACCESS_DENIED',
      start: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
    });
  });

  it('that waits in a native call is ended', async () => {
    expect(await run('hangs', null, 500)).toBeNull();
  });

  it('that fails, or takes more memory than it may, has no answer', async () => {
    expect(await run('fails', null)).toBeNull();
    expect(await run('hoards', null)).toBeNull();
    expect(await run('hoards-buffers', null)).toBeNull();
  });

  it('that does not read its content has no answer either', async () => {
    expect(await run('fails', Buffer.alloc(8 * 1024 * 1024))).toBeNull();
  });
});
