import type { useTexts } from '@tessera/i18n';
import type { Indicator, IndicatorCreate } from 'klinecharts';
import { volumeText } from './chart-formats.ts';
import type { MainIndicator, SubIndicator } from './choices.ts';

/** Periods of the averages, in bars; few enough for their legend to stand in one line. */
const PERIODS: Readonly<Partial<Record<MainIndicator | SubIndicator, number[]>>> = {
  MA: [5, 10, 30],
  EMA: [7, 25, 99],
  VOL: [5, 10],
};

/** The one legend that the chart library has no translation for. */
const volumeLegend = (indicator: Indicator, at: number | undefined, word: string, locale: string) => {
  const bar = indicator.result[at ?? indicator.result.length - 1] as { readonly volume?: number } | undefined;
  return { title: `${word} `, value: bar?.volume === undefined ? '–' : volumeText(bar.volume, locale) };
};

/** An indicator as it is drawn here. */
export function indicatorOf(
  name: MainIndicator | SubIndicator,
  t: ReturnType<typeof useTexts>,
  locale: string,
): IndicatorCreate {
  const calcParams = PERIODS[name];
  return {
    name,
    ...(calcParams && { calcParams }),
    ...(name === 'VOL' && {
      createTooltipDataSource: ({ indicator, crosshair }) => ({
        name: '',
        calcParamsText: '',
        features: [],
        legends: [volumeLegend(indicator, crosshair.dataIndex, t('chart.volume'), locale)],
      }),
    }),
  };
}
