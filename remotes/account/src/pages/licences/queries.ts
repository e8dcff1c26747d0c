import { useQuery } from '@tessera/query';
import { readNotices } from './notices.ts';

/** Notices of the packages in the app, which are files of its builds. */
export const useNotices = () => useQuery({ queryKey: ['licences'], queryFn: readNotices });
