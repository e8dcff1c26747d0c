/** Subjects of help articles, in the order of the help page. */
export const HELP_SUBJECTS = ['start', 'security', 'funds', 'trade', 'finance', 'more'] as const;
export type HelpSubject = (typeof HELP_SUBJECTS)[number];

/** Characters of a search; what is longer is cut by the page. */
export const SEARCH_LENGTH = 100;

/** Shortcuts that the home page has room for. */
export const MOST_SHORTCUTS = 9;

/** Characters of an announcement. A form holds the longest in any script. */
export const ANNOUNCEMENT = { title: 120, abstract: 300, content: 5_000 } as const;
