import { addTexts, startTexts } from '@tessera/i18n';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import account from '../remote.tsx';

export const inEnglish = async (): Promise<void> => {
  await startTexts('en');
  await addTexts(account.name, account.texts);
};

/** A screen as the host shows it, and the hands that use it. */
export function show(screen: ReactNode, at = '/') {
  location.hash = at;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <HashRouter>{screen}</HashRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Answers calls by their key; one without an answer fails the test by name. */
export const answering = (answers: Readonly<Record<string, unknown>>) => async (key: string) => {
  if (!(key in answers)) throw new Error(`unexpected call ${key}`);
  const answer = answers[key];
  if (answer instanceof Error) throw answer;
  return answer;
};

export const anna = {
  uid: '50498127',
  account_name: 'a***a@example.com',
  nickname: 'Anna',
  avatar: null,
  verification_level: 1,
  has_pay_password: false,
  signature: '',
  email: 'a***a@example.com',
  mobile: null,
  has_totp: false,
  credit_score: 60,
  vip_level: 0,
  is_trader: false,
  fiat: 'USD',
  language: 'en',
  extension_code: 'F73RCL5E',
  invitee_count: 3,
  created_at: 1_790_000_000_000,
  withdrawals_blocked_until: null,
} as const;

export const annaSession = {
  user: {
    uid: anna.uid,
    accountName: anna.account_name,
    nickname: anna.nickname,
    avatar: null,
    verificationLevel: 1,
    hasPayPassword: false,
  },
} as const;
