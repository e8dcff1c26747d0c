// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { ContentContract } from './contract.ts';
import { contentRoutes } from './routes.ts';

/** Calls of editors, for the staff console. */
export type StaffContentCall = Extract<keyof ContentContract, `${string} /staff/${string}`>;
export type StaffContentInput<K extends StaffContentCall> = Input<ContentContract[K]>;
export type StaffContentOutput<K extends StaffContentCall> = Output<ContentContract[K]>;

const { call, command, query, list } = callsOf<ContentContract>(contentRoutes);

const HOUR_MS = 3_600_000;

/** What the wire calls `c_id`. */
const CATEGORIES = { news: 4, banners: 5, help: 42 } as const;
export type Category = keyof typeof CATEGORIES;

/** The shape of an item's id, for what comes from an address. */
export const isItemId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/** The announcement that pops up at start. */
export const readPopUp = call('GET /news/index_pop');
export const closePopUp = call('POST /news/pop_seen');
/** Marks an announcement as read, or all. */
export const useReadAnnouncement = command('POST /news/pop_seen', { quiet: true });

/** Items of a category page by page, newest first. */
export const useItems = list('POST /news/list', {
  write: ({ category }: { readonly category: Category }) => ({ c_id: CATEGORIES[category] }),
});

/** The newest few items of a category. */
export const useLatestItems = query('POST /news/list', {
  staleTime: HOUR_MS,
  write: ({ category, limit }: { readonly category: Category; readonly limit: number }) => ({
    c_id: CATEGORIES[category],
    page: 1,
    limit,
  }),
});

/** One item with its text. */
export const useItem = query('POST /news/detail', { staleTime: HOUR_MS });

/** Shortcuts of the home page. */
export const useMenu = query('GET /menu', { staleTime: HOUR_MS });

/** Keys of the menu that the user chose for the home page, in order; null while it is as at first. */
export const useShortcuts = query('GET /menu/shortcuts', { staleTime: HOUR_MS, quiet: true });
export const keepShortcuts = call('POST /menu/shortcuts');

export const useFaq = query('GET /faq', { staleTime: HOUR_MS });
export const useAbout = query('GET /aboutus', { staleTime: HOUR_MS });
export const useTerms = query('GET /terms', { staleTime: HOUR_MS });
export const usePrivacy = query('GET /privacy', { staleTime: HOUR_MS });
export const useCompliance = query('GET /operational_compliance', { staleTime: HOUR_MS });

/** How to reach the platform. */
export const useContacts = query('GET /contactus', { staleTime: HOUR_MS });
export const useSendFeedback = command('POST /contactus');

export type HelpItem = Output<ContentContract['GET /help/search']>['list'][number];

/** Help articles by subject. */
export const useHelpArticles = query('GET /help/articles', { staleTime: HOUR_MS });
export const useHelpArticle = query('GET /help/article', { staleTime: HOUR_MS });

/** What a text finds; the former results stay while the next are fetched. */
export const useHelpSearch = query('GET /help/search', { staleTime: HOUR_MS, keepPrevious: true, quiet: true });
export const tellHelpful = call('POST /help/helpful');
