/** The largest leverage that the user allows themself; null without such a limit. */
export const useOwnLimit = (): number | null => null;
