/** A row of the channels `quiz:realtime`, `quiz:daily` and `quiz:question`: stakes by outcome, as decimal strings. */
export type LivePools = readonly [roundId: string, participants: number, pools: readonly string[]];
