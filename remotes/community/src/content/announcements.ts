import { type Answer, api } from '@tessera/api';
import type { LanguageCode } from '@tessera/bus';
import { PAGE_SIZE, pageAfter, rowsOf, useInfiniteQuery, useQuery } from '@tessera/query';
import { useLanguage } from '@tessera/session';

/** `c_id` of news, as `/news/list` takes it. */
const NEWS = 4;

export type Announcement = Answer<'POST /news/list'>['list'][number];

type Aborting = { readonly signal: AbortSignal };

/** Announcements, newest first, in the language of the reader. */
export function useAnnouncements() {
  const { code } = useLanguage();
  const query = useInfiniteQuery({
    queryKey: ['community', 'announcements', code],
    queryFn: ({ pageParam, signal }) =>
      api('POST /news/list', { c_id: NEWS, page: pageParam, limit: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
  });
  return { ...query, rows: query.data && rowsOf(query.data.pages) };
}

const announcementQuery = (id: string, code: LanguageCode) => ({
  queryKey: ['community', 'announcement', id, code],
  queryFn: ({ signal }: Aborting) => api('POST /news/detail', { id }, { signal }),
});

export function useAnnouncement(id: string) {
  const { code } = useLanguage();
  return useQuery({ ...announcementQuery(id, code), enabled: id !== '' });
}
