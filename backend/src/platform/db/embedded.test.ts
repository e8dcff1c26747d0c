import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/scratch-folder.ts';
import { connect } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = scratchFolder('embedded');
  server = await startEmbeddedPostgres(dataDir);
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const pidFile = () => join(dataDir, 'postgres/data/postmaster.pid');
const pid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

async function query(sql: string) {
  const database = connect({ ...server.connection, max: 1, onLost: () => undefined });
  try {
    return await database.query(sql);
  } finally {
    await database.close();
  }
}

describe('the embedded PostgreSQL', () => {
  it('listens on a socket in a folder that is its own, and on no address', async () => {
    expect(
      await query("select current_setting('listen_addresses') as addresses, current_setting('timezone') as zone"),
    ).toEqual([{ addresses: '', zone: 'UTC' }]);
    expect(statSync(server.connection.host).mode & 0o077).toBe(0);
    expect(`${server.connection.host}/.s.PGSQL.5432`.length).toBeLessThan(108);
  });

  it('is found by a later process', async () => {
    const before = pid();
    const again = await startEmbeddedPostgres(dataDir);
    expect(again.reused).toBe(true);
    expect(pid()).toBe(before);
  });

  it('recovers all committed data after it was killed, and reconnects', async () => {
    let revived: Promise<void> | undefined;
    const onLost = () => {
      revived ??= server.revive();
    };
    const database = connect({ ...server.connection, max: 2, onLost });
    await database.query('create table kept as select 81 as n');
    const waiting = database.query('select pg_sleep(60)').catch((error: Error) => error);
    process.kill(pid(), 'SIGKILL');
    expect(await waiting).toBeInstanceOf(Error);
    await server.revive();
    await revived;
    expect(await database.query('select n from kept')).toEqual([{ n: 81 }]);
    await database.close();
  });

  it('stops in order, and starts over a note that a process of another kind is it', async () => {
    await server.stop();
    expect(existsSync(pidFile())).toBe(false);
    expect(existsSync(server.connection.host)).toBe(false);
    // As after a power failure, when the process id belongs to another process: here to this test.
    writeFileSync(pidFile(), `${process.ppid}\n${join(dataDir, 'postgres/data')}\n1\n5432\n\n\n0 0\nready\n`);
    server = await startEmbeddedPostgres(dataDir);
    expect(server.reused).toBe(false);
    expect(await query('select n from kept')).toEqual([{ n: 81 }]);
  });

  it('takes no half-made cluster for a whole one', async () => {
    const other = scratchFolder('half');
    mkdirSync(join(other, 'postgres/data.new'), { recursive: true });
    writeFileSync(join(other, 'postgres/data.new/PG_VERSION'), '18\n');
    const fresh = await startEmbeddedPostgres(other);
    expect(fresh.reused).toBe(false);
    await fresh.stop();
    rmSync(other, { recursive: true, force: true });
  });
});
