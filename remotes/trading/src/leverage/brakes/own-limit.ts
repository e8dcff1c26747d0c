import { useBrakes } from '@tessera/api/brakes';

/** The largest leverage that the user allows themself; null without such a limit. */
export const useOwnLimit = (): number | null => useBrakes().data?.max_multiple.value ?? null;
