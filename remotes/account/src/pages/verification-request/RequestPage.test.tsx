// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { annaSession, answering, inEnglish, show } from '../../testing/show.tsx';
import RequestPage from './RequestPage.tsx';

const { api, upload } = vi.hoisted(() => ({ api: vi.fn(), upload: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api, upload }));

const state = (level: 0 | 1 | 2, name: string, real_type: 1 | 2 | null) => ({
  level,
  state: name,
  real_type,
  id_type: null,
  name: null,
  card_id: null,
  reason: null,
  submitted_at: null,
  reviewed_at: null,
});
const calls = (real: ReturnType<typeof state>) =>
  answering({ 'GET /real/state': real, 'POST /user/real': { ...real, state: 'under_review' } });
const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

beforeAll(inEnglish);
beforeEach(() => {
  bus.emit('session', annaSession);
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  upload.mockReset().mockImplementation(async (file: File) => `/api/upload/${file.name}`);
});
afterEach(cleanup);

const person = async (hands: ReturnType<typeof show>) => {
  await hands.type(await screen.findByLabelText('Full name'), ' Anna Berg ');
  await hands.type(screen.getByLabelText('Document number'), 'C01X00T47');
};
const asked = () => api.mock.calls.filter(([key]) => key === 'POST /user/real').map(([, payload]) => payload);

test('the basic level takes a name and a number, no pictures', async () => {
  api.mockReset().mockImplementation(calls(state(0, 'not_verified', null)));
  const hands = show(<RequestPage />);
  await person(hands);
  expect(screen.queryByText('Front of the document')).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/real_mark'));
  expect(asked()).toEqual([{ real_type: 1, id_type: 'id_card', name: 'Anna Berg', card_id: 'C01X00T47' }]);
});

test('the advanced level is not sent without both pictures', async () => {
  api.mockReset().mockImplementation(calls(state(1, 'verified', 1)));
  const hands = show(<RequestPage />);
  await person(hands);
  await hands.upload(screen.getByLabelText('Front of the document: Add image'), picture('front.jpg'));
  await hands.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(asked()).toEqual([]);
  await hands.upload(screen.getByLabelText('Back of the document: Add image'), picture('back.jpg'));
  await hands.click(screen.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]).toMatchObject({
    real_type: 2,
    front_pic: '/api/upload/front.jpg',
    reverse_pic: '/api/upload/back.jpg',
  });
});

test.each([
  [state(0, 'under_review', 1), '/?type=1', 'Under review'],
  [state(1, 'verified', 1), '/?type=1', 'Verified'],
  [state(0, 'not_verified', null), '/?type=2', 'After the basic level'],
])('what cannot be asked for now says why (%#)', async (real, at, title) => {
  api.mockReset().mockImplementation(calls(real));
  show(<RequestPage />, at);
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit for review' })).toBeNull();
});
