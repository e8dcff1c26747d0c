// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { annaSession, answering, inEnglish, show } from '../../testing/show.tsx';
import ContactPage from './ContactPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const contacts = { email: 'support@tessera.example', phone: null, address: null, hours: 'Every day' };

beforeAll(inEnglish);
beforeEach(() => {
  bus.emit('session', annaSession);
  api.mockReset().mockImplementation(answering({ 'GET /contactus': contacts, 'POST /contactus': { id: '1', at: 1 } }));
});
afterEach(cleanup);

const sent = () => api.mock.calls.filter(([key]) => key === 'POST /contactus').map(([, payload]) => payload);

test('feedback needs an e-mail address and both texts, and empties once it is sent', async () => {
  const hands = show(<ContactPage />);
  await hands.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getAllByText('Required')).toHaveLength(3);
  expect(sent()).toEqual([]);
  await hands.type(screen.getByLabelText('Your e-mail address'), 'anna@example.com');
  await hands.type(screen.getByLabelText('Subject'), 'Deposit');
  await hands.type(screen.getByLabelText('Message'), 'Where is it?');
  await hands.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe(''));
  expect(sent()).toEqual([{ email: 'anna@example.com', title: 'Deposit', content: 'Where is it?' }]);
});

test('a guest reads how to reach us, and logs in to write', async () => {
  bus.emit('session', null);
  show(<ContactPage />);
  expect(await screen.findByText('support@tessera.example')).toBeDefined();
  expect(screen.queryByLabelText('Message')).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in to write to us' })).toBeDefined();
});
