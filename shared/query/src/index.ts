/**
 * The part of @tanstack/react-query that screens use. The page shares this one module instead of the whole package;
 * other exports are not available to remotes.
 */

export type { InfiniteData, QueryKey, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export { type ListPage, PAGE_SIZE, pageAfter, rowsOf } from './paging.ts';
