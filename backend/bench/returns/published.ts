/* Published statistics of Bitcoin's returns, as their authors give them. */

export type Published = { readonly figure: string; readonly value: string; readonly source: string };

const PETUKHINA = 'Petukhina, Reule, Härdle (2021), European Journal of Finance 27: 8–30; 11 coins against the dollar';
const THEODOSSIOU = 'Theodossiou, Ellina, Savva (2022), Review of Quantitative Finance and Accounting; 2,534 days';
const TAKAISHI = 'Takaishi (2020), arXiv:2009.06874';
const TANG = 'Tang et al. (2025), Fractal and Fractional 9: 635; 2019–20 and 2021–22';

/** Of five-minute returns over 11 coins. */
export const FIVE_MINUTES = { kurtosis: [8, 50], autocorrelation: [-0.09, 0.01], ofSizes: [0.14, 0.27] } as const;
/** Of the cumulative distribution of returns. */
export const TAIL_INDEX = 3;

export const PUBLISHED: readonly Published[] = [
  { figure: 'kurtosis, 5 min', value: FIVE_MINUTES.kurtosis.join(' to '), source: PETUKHINA },
  { figure: 'autocorrelation, 5 min, lag 1', value: FIVE_MINUTES.autocorrelation.join(' to '), source: PETUKHINA },
  { figure: 'autocorrelation of |r|, 5 min, lag 1', value: FIVE_MINUTES.ofSizes.join(' to '), source: PETUKHINA },
  { figure: 'kurtosis, 1 d', value: '10.9', source: THEODOSSIOU },
  { figure: 'tail index', value: `about ${TAIL_INDEX}`, source: TAKAISHI },
  { figure: 'Hurst exponent, short intervals', value: '0.42, then 0.49', source: TANG },
];
