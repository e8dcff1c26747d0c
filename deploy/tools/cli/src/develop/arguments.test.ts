import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../usage.ts';
import { readArguments } from './arguments.ts';

let remotes: string;
beforeAll(async () => {
  remotes = join(await folderWith({ 'remotes/finance/package.json': '{}', 'secret/package.json': '{}' }), 'remotes');
});

describe('tessera dev', () => {
  test('runs a remote inside the platform of this machine, on any port', () => {
    expect(readArguments(['finance'], remotes, {})).toEqual({
      name: 'finance',
      platform: 'http://localhost:8080',
      port: 0,
    });
  });

  test('finds the platform of this machine on the port where it was started', () => {
    expect(readArguments(['finance'], remotes, { PORT: '9000' }).platform).toBe('http://localhost:9000');
    const env = { PORT: '9000', TESSERA_PLATFORM: 'https://staging.example' };
    expect(readArguments(['finance'], remotes, env).platform).toBe('https://staging.example');
  });

  test('takes platform and port as asked, the command line before the environment', () => {
    const env = { TESSERA_PLATFORM: 'https://staging.example/h5/' };
    expect(readArguments(['finance'], remotes, env).platform).toBe('https://staging.example');
    const args = ['finance', '--platform', 'http://localhost:9000/', '--port', '5173'];
    expect(readArguments(args, remotes, env)).toMatchObject({ platform: 'http://localhost:9000', port: 5173 });
  });

  test.each([
    [[], 'Exactly one remote'],
    [['finance', 'markets'], 'Exactly one remote'],
    [['lottery'], 'There is no remote lottery'],
    [['../secret'], 'There is no remote ../secret'],
    [['finance', '--platform', 'localhost'], '--platform is an address'],
    [['finance', '--platform', 'ftp://localhost'], '--platform is an address'],
    [['finance', '--port', '80000'], '--port is a number'],
    [['finance', '--port', 'any'], '--port is a number'],
    [['finance', '--fast'], "Unknown option '--fast'"],
  ])('rejects %j', (args, reason) => {
    const read = () => readArguments(args, remotes, {});
    expect(read).toThrow(UsageError);
    expect(read).toThrow(reason);
  });
});
