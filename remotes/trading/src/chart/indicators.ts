import { type IndicatorName, type IndicatorSetting, initialIndicator } from '@tessera/api/charts';
import type { useTexts } from '@tessera/i18n';
import type { Indicator, IndicatorCreate } from 'klinecharts';
import { volumeText } from './chart-formats.ts';
import { LINES } from './palette-colors.ts';

/** The setting in force: the user's, or the initial one. */
export const settingOf = (name: IndicatorName, settings: readonly IndicatorSetting[] = []): IndicatorSetting =>
  settings.find((setting) => setting.name === name) ?? initialIndicator(name);

/** The one legend that the chart library has no translation for. */
const volumeLegend = (indicator: Indicator, at: number | undefined, word: string, locale: string) => {
  const bar = indicator.result[at ?? indicator.result.length - 1] as { readonly volume?: number } | undefined;
  return { title: `${word} `, value: bar?.volume === undefined ? '–' : volumeText(bar.volume, locale) };
};

/** Of an indicator on the candles: its legend stands above the chart. */
const noLegend = () => ({ name: '', calcParamsText: '', features: [], legends: [] });

/** An indicator as it is drawn here. */
export function indicatorOf(
  { name, params, colors }: IndicatorSetting,
  pane: 'main' | 'sub',
  t: ReturnType<typeof useTexts>,
  locale: string,
): IndicatorCreate {
  return {
    name,
    calcParams: [...params],
    styles: {
      lines: colors.map((place) => ({
        color: LINES[place] ?? LINES[0],
        size: 1,
        smooth: false,
        style: 'solid' as const,
        dashedValue: [2, 2],
      })),
    },
    ...(pane === 'main' && { createTooltipDataSource: noLegend }),
    ...(name === 'VOL' && {
      createTooltipDataSource: ({ indicator, crosshair }) => ({
        ...noLegend(),
        legends: [volumeLegend(indicator, crosshair.dataIndex, t('chart.volume'), locale)],
      }),
    }),
  };
}
