// @vitest-environment jsdom

import { identityFixtures } from '@tessera/api/identity/fixtures';
import type { Verification } from '@tessera/api/kyc';
import { kycFixtures, verification } from '@tessera/api/kyc/fixtures';
import { type FakeExchange, fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import account from '../../remote.tsx';
import RequestPage from './RequestPage.tsx';

let exchange: FakeExchange;
let uploads: number;

const FRONT = '/api/uploads/front-of-the-document.jpg';
const BACK = '/api/uploads/back-of-the-document.jpg';

beforeAll(() => startScreens(account));
beforeEach(() => {
  signIn();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  uploads = 0;
});

const show = (real: Verification, route?: string, country: string | null = 'DE') => {
  exchange = fakeExchange({
    ...kycFixtures,
    'GET /user/info': { ...identityFixtures['GET /user/info'], country },
    'GET /real/state': real,
    'POST /upload': () => [FRONT, BACK][uploads++],
  });
  return showScreen(<RequestPage />, route).user;
};
type User = ReturnType<typeof show>;

const unverified = verification({
  ...{ level: 0, state: 'not_verified', real_type: null, id_type: null, country: null, verified: null },
});
const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const enterName = async (user: User) => {
  await user.type(await screen.findByLabelText('Full name'), ' Anna Berg ');
  await user.type(screen.getByLabelText('Document number'), 'C01X00T47');
};
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Submit for review' }));
const applications = () => exchange.of('POST /user/real').map(({ form }) => Object.fromEntries(form));

test('the basic level takes a name and a number, no pictures', async () => {
  const user = show(unverified);
  await enterName(user);
  expect(screen.queryByText('Front of the document')).toBeNull();
  await submit(user);
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/real_mark'));
  expect(applications()).toEqual([
    { real_type: '1', id_type: 'id_card', country: 'DE', name: 'Anna Berg', card_id: 'C01X00T47', lang: 'en' },
  ]);
});

test('the country of issue is chosen by its name, and not sent without', async () => {
  const user = show(unverified, undefined, null);
  await enterName(user);
  await submit(user);
  expect(await screen.findByText('Required')).toBeDefined();
  expect(applications()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Country of issue: Select' }));
  // Not by role: that is slow for a list of all countries.
  await user.click(screen.getByText('Austria'));
  await submit(user);
  await waitFor(() => expect(applications()).toMatchObject([{ country: 'AT' }]));
});

test('names and numbers that are none are not sent', async () => {
  const user = show(unverified);
  await user.type(await screen.findByLabelText('Full name'), '<Anna>');
  await user.type(screen.getByLabelText('Document number'), 'C01');
  await submit(user);
  expect(await screen.findByText('Special characters are not allowed')).toBeDefined();
  expect(screen.getByText('At least 4 characters')).toBeDefined();
  expect(applications()).toEqual([]);
});

test('the document that verified the user is not asked for again', async () => {
  const user = show(verification());
  const document = await screen.findByRole('region', { name: 'Verified document' });
  expect(document.textContent).toContain('Passport');
  expect(document.textContent).toContain('Germany');
  expect(document.textContent).toContain('D***');
  expect(document.textContent).toContain('****0T47');
  expect(screen.queryByLabelText('Full name')).toBeNull();
  await user.upload(screen.getByLabelText('Front of the document: Add image'), picture('front.jpg'));
  await user.upload(screen.getByLabelText('Back of the document: Add image'), picture('back.jpg'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Remove image' })).toHaveLength(2));
  await submit(user);
  await waitFor(() => expect(applications()).toHaveLength(1));
  expect(applications()).toEqual([
    { real_type: '2', same_document: 'true', front_pic: FRONT, reverse_pic: BACK, lang: 'en' },
  ]);
});

test('the advanced level is not sent without both pictures', async () => {
  const user = show(verification());
  await user.click(await screen.findByRole('button', { name: 'Use another document' }));
  await enterName(user);
  await user.upload(screen.getByLabelText('Front of the document: Add image'), picture('front.jpg'));
  // Nothing can be submitted while a picture is on its way.
  await screen.findByRole('button', { name: 'Remove image' });
  await submit(user);
  expect(await screen.findByText('Upload the front and the back of your document')).toBeDefined();
  expect(applications()).toEqual([]);
  await user.upload(screen.getByLabelText('Back of the document: Add image'), picture('back.jpg'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Remove image' })).toHaveLength(2));
  await submit(user);
  await waitFor(() => expect(applications()).toHaveLength(1));
  expect(applications()[0]).toMatchObject({ real_type: '2', name: 'Anna Berg', front_pic: FRONT, reverse_pic: BACK });
  expect(applications()[0]).not.toHaveProperty('same_document');
});

test('a picture that was removed is not sent', async () => {
  const user = show(verification({ verified: null }));
  await enterName(user);
  await user.upload(screen.getByLabelText('Front of the document: Add image'), picture('front.jpg'));
  await user.click(await screen.findByRole('button', { name: 'Remove image' }));
  await user.upload(screen.getByLabelText('Back of the document: Add image'), picture('back.jpg'));
  await submit(user);
  expect(await screen.findByText('Upload the front and the back of your document')).toBeDefined();
  expect(applications()).toEqual([]);
});

test.each([
  [verification({ level: 0, state: 'under_review', real_type: 1 }), '/?type=1', 'Under review'],
  [verification(), '/?type=1', 'Verified'],
  [unverified, '/?type=2', 'After the basic level'],
])('a level that cannot be requested now shows the reason (%#)', async (real, at, title) => {
  show(real, at);
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit for review' })).toBeNull();
});
