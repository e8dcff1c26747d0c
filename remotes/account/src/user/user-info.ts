import { type Answer, api } from '@tessera/api';
import { useQuery } from '@tessera/query';

export type UserInfo = Answer<'GET /user/info'>;

/** The host reads it again on each account event, since the key starts with `account`. */
export const USER_INFO = ['account', 'user'] as const;

export const useUserInfo = () =>
  useQuery({ queryKey: USER_INFO, queryFn: ({ signal }) => api('GET /user/info', {}, { signal }) });
