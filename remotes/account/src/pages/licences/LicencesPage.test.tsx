// @vitest-environment jsdom
import { showScreen, startScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import account from '../../remote.tsx';
import LicencesPage from './LicencesPage.tsx';

beforeAll(() => startScreens(account));
afterEach(() => {
  vi.unstubAllGlobals();
});

const notice = (name: string, version: string, text: string) => ({ name, version, licence: 'MIT', text });
const payload = JSON.stringify({
  host: { version: '0.8.0-aa' },
  remotes: [
    { stable: { name: 'nft', version: '0.8.0-bb' } },
    { stable: { name: 'trading', version: '0.7.0' }, ramp: { candidate: { name: 'trading', version: '0.8.0-cc' } } },
  ],
});
const FILES: Readonly<Record<string, unknown>> = {
  '/h5/manifest.json': { payload },
  '/h5/assets/licences-0.8.0-aa.json': { packages: [notice('react', '19.3.1', 'Copyright (c) Meta')] },
  '/h5/remotes/nft/0.8.0-bb/licences.json': {
    packages: [notice('react', '19.3.1', 'Copyright (c) Meta'), notice('qr', '0.7.0', 'Copyright (c) Paul Miller')],
  },
  '/h5/remotes/trading/0.8.0-cc/licences.json': { packages: [notice('d3-array', '3.2.5', 'Copyright Mike Bostock')] },
};

function serve(files: Readonly<Record<string, unknown>>, missing = 404): void {
  const respond = async (address: string) =>
    address in files ? Response.json(files[address]) : new Response('', { status: missing });
  vi.stubGlobal('fetch', vi.fn(respond));
}

test('packages of host and live remotes are listed once, with their licence texts', async () => {
  serve(FILES);
  const { user } = showScreen(<LicencesPage />);
  await user.click(await screen.findByText('qr 0.7.0 · MIT'));
  expect(screen.getByText('Copyright (c) Paul Miller')).toBeDefined();
  const titles = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  // The version 0.7.0 of trading was built without notices.
  expect(titles).toEqual(['d3-array 3.2.5 · MIT', 'qr 0.7.0 · MIT', 'react 19.3.1 · MIT']);
});

test('a list that cannot be read whole is an error, with a way to try again', async () => {
  const { '/h5/remotes/nft/0.8.0-bb/licences.json': _, ...rest } = FILES;
  serve(rest, 503);
  const { user } = showScreen(<LicencesPage />);
  await screen.findByRole('alert');
  serve(FILES);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('qr 0.7.0 · MIT')).toBeDefined();
});
