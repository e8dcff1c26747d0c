export const SYMBOLS: readonly string[] = Array.from({ length: 207 }, (_, index) => `COIN${index}/USDT`);

/** ms between two frames of the feed: ten messages a second for each client. */
export const EVERY = 100;
