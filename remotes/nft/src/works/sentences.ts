/** Sentences one after the other. Full-width stops have their own space behind them. */
export const sentences = (...texts: readonly string[]): string =>
  texts.reduce((all, text) => (/[。！？]$/.test(all) ? all + text : `${all} ${text}`));
