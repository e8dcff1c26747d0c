import { api } from '@tessera/api';
import { PAGE_SIZE, pageAfter, rowsOf, useInfiniteQuery, useQuery } from '@tessera/query';
import { useLanguage } from '@tessera/session';

/** `c_id` of help, as `/news/list` takes it. */
const HELP = 42;
const HOUR = 3_600_000;

type PageCall = 'GET /aboutus' | 'GET /operational_compliance';

/** A page of the house in the language of the reader. */
export function useHousePage(call: PageCall) {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['content', 'house', call, code],
    queryFn: ({ signal }) => api(call, {}, { signal }),
    staleTime: HOUR,
  });
}

export function useArticle(id: string) {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['content', 'article', id, code],
    queryFn: ({ signal }) => api('POST /news/detail', { id }, { signal }),
    enabled: /^[1-9]\d{0,17}$/.test(id),
    staleTime: HOUR,
  });
}

export function useHelp() {
  const { code } = useLanguage();
  const query = useInfiniteQuery({
    queryKey: ['content', 'help', code],
    queryFn: ({ pageParam, signal }) =>
      api('POST /news/list', { c_id: HELP, page: pageParam, limit: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    staleTime: HOUR,
  });
  return { ...query, rows: query.data && rowsOf(query.data.pages) };
}

export function useFaq() {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['content', 'faq', code],
    queryFn: ({ signal }) => api('GET /faq', {}, { signal }),
    staleTime: HOUR,
  });
}

export function useContacts() {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['content', 'contacts', code],
    queryFn: ({ signal }) => api('GET /contactus', {}, { signal }),
    staleTime: HOUR,
  });
}
