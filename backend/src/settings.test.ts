import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingError } from './settings.ts';

describe('the settings', () => {
  it('have a default each', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ databaseUrl: undefined, logLevel: 'info', sandboxApproveAfterMs: 0 });
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  it('count a blank one as not set', () => {
    expect(readSettings({ BACKEND_PORT: '', SMTP_URL: '', LOG_LEVEL: '' })).toEqual(readSettings({}));
  });

  it.each([
    ['BACKEND_PORT', 'eighty'],
    ['BACKEND_PORT', '70000'],
    ['BACKEND_PORT', '80.5'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'not a url'],
    ['SMTP_URL', 'mail.example.com'],
    ['DEMO_USER', 'yes'],
    ['SANDBOX_APPROVE_AFTER_MS', '-1'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingError);
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});
