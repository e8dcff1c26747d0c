import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { permits, releaseActions } from '@tessera/api/kit/rights';
import { afterEach, describe, expect, test } from 'vitest';
import { askBackend, proofOf, StaffAuthError } from './staff.ts';

let backend: Server;

async function listening(listener: RequestListener): Promise<string> {
  backend = createServer(listener);
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
}

const close = () => new Promise((resolve) => backend.close(resolve));
afterEach(close);

/** A backend that returns this for `/api/staff/me`. */
const backendReturning = (status: number, text: string): Promise<string> =>
  listening((request, response) => {
    response.writeHead(request.url === '/api/staff/me' ? status : 404);
    response.end(text);
  });

const member = (role: string) => JSON.stringify({ type: 'ok', code: 1, message: { account: 'ada', role } });

describe('the staff member of a token', () => {
  test.each([
    ['operator', true],
    ['admin', true],
    ['support', false],
    ['duty', false],
    ['developer', false],
    ['OPERATOR', false],
  ])('of a backend without rights has those of the role %s: all but to publish, %j', async (role, every) => {
    const ask = askBackend(await backendReturning(200, member(role)));
    const { account, rights } = await ask('token', '10.0.0.1');
    const missing = releaseActions.filter((action) =>
      ['markets', 'host'].some((remote) => !permits(rights, { action, remote, percent: 100 })),
    );
    expect([account, missing]).toEqual(['ada', every ? ['publish'] : [...releaseActions]]);
  });

  test('of a machine is asked for by its token alone, which is in no address and no header', async () => {
    let seen: { readonly url?: string | undefined; readonly headers: object; readonly body: string } | undefined;
    const right = {
      action: 'publish',
      remote: 'markets',
      environment: 'production',
      percent: null,
      from: null,
      until: 7,
    };
    const message = { account: 'ci of ada', rights: [right] };
    const origin = await listening(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      seen = { url: request.url, headers: request.headers, body };
      response.end(JSON.stringify({ type: 'ok', code: 1, message }));
    });
    const proof = { dpop: 'a.proof.signed', cookie: '__Host-tessera_browser=b' };
    expect(await askBackend(origin)('tsm_secret', '203.0.113.7', proof)).toEqual(message);
    expect(seen).toMatchObject({ url: '/api/staff/machines/check', body: 'token=tsm_secret' });
    expect(JSON.stringify(seen?.headers)).not.toMatch(/secret|dpop|cookie/);
    expect(seen?.headers).toMatchObject({ 'x-forwarded-for': '203.0.113.7' });
  });

  test('of a machine is none that the backend does not know', async () => {
    const refused = JSON.stringify({ type: '999', code: 999, error: 'session_invalid', message: 'Log in' });
    const unknown = listening((_, response) => response.end(refused));
    await expect(askBackend(await unknown)('tsm_x', '10.0.0.1')).rejects.toMatchObject({ status: 401 });
  });

  test('has the rights that the backend says, and no others', async () => {
    const right = { action: 'ramp', remote: 'markets', environment: 'staging', percent: 10, from: null, until: 7 };
    const message = { account: 'ada', role: 'operator', rights: [right] };
    const ask = askBackend(await backendReturning(200, JSON.stringify({ type: 'ok', code: 1, message })));
    expect(await ask('token', '10.0.0.1')).toEqual({ account: 'ada', rights: [right] });
  });

  test('is verified with the token, on behalf of the client address', async () => {
    let headers: unknown;
    const origin = await listening((request, response) => {
      headers = request.headers;
      response.end(member('admin'));
    });
    await askBackend(origin)('a-token', '203.0.113.7');
    expect(headers).toMatchObject({ authorization: 'Bearer a-token', 'x-forwarded-for': '203.0.113.7' });
    expect(headers).not.toHaveProperty('dpop');
    const proof = { dpop: 'a.proof.signed', cookie: '__Host-tessera_browser=b', 'x-forwarded-proto': 'https' };
    await askBackend(origin)('a-token', '203.0.113.7', proofOf({ ...proof, host: 'registry.example', origin: 'x' }));
    expect(headers).toMatchObject(proof);
    expect(headers).not.toHaveProperty('origin');
  });

  test.each([
    [200, JSON.stringify({ type: '999', code: 999, error: 'session_invalid', message: 'Log in' }), 401],
    [200, JSON.stringify({ type: 'ok', code: 1, message: { account: 'ada' } }), 401],
    [200, JSON.stringify({ type: 'ok', code: 1, message: null }), 401],
    [404, JSON.stringify({ type: '404', error: 'not_found' }), 401],
    [429, JSON.stringify({ type: '429', error: 'rate_limited' }), 429],
    [500, '{}', 503],
    [502, '<html>', 503],
    [200, '<html>', 503],
    [200, 'null', 503],
    [200, '', 503],
  ])('is unknown when the backend returns %d %s', async (status, text, rejection) => {
    const asking = askBackend(await backendReturning(status, text))('token', '10.0.0.1');
    await expect(asking).rejects.toBeInstanceOf(StaffAuthError);
    await expect(asking).rejects.toMatchObject({ status: rejection });
  });

  test('is unavailable while the backend is down, or if its response is truncated', async () => {
    const half = await listening((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"type":');
      response.destroy();
    });
    await expect(askBackend(half)('token', '10.0.0.1')).rejects.toMatchObject({ status: 503 });
    await close();
    await expect(askBackend(half)('token', '10.0.0.1')).rejects.toMatchObject({ status: 503 });
  });
});
