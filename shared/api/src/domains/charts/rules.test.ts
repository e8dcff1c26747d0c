import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Drawing,
  drawingFrom,
  drawingText,
  INDICATORS,
  type IndicatorName,
  indicatorFrom,
  indicatorText,
  initialIndicator,
  LINE_COLORS,
  LONGEST_PERIOD,
  TOOLS,
  type Tool,
} from './rules.ts';

const price = fc.double({ min: 1e-8, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(8)));
const drawing: fc.Arbitrary<Drawing> = fc
  .constantFrom(...(Object.keys(TOOLS) as Tool[]))
  .chain((tool) =>
    fc
      .array(fc.record({ at: fc.nat(2 ** 41), price }), { minLength: TOOLS[tool], maxLength: TOOLS[tool] })
      .map((points) => ({ tool, points })),
  );

describe('a drawing', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(drawing, (each) => {
        const text = drawingText(each);
        expect(text?.length).toBeLessThan(160);
        expect(drawingFrom(text ?? '')).toEqual(each);
      }),
    );
  });

  test.each([
    '',
    'segment',
    'segment 1,1',
    'segment 1,1 2,2 3,3',
    'segment 1,1 2,-2',
    'segment 1,1 2,1e9',
    'priceLine  1,1',
    'toString 1,1',
    '<b> 1,1',
  ])('%j is none', (line) => expect(drawingFrom(line)).toBeNull());

  test('with a price below zero is not kept', () => {
    expect(drawingText({ tool: 'priceLine', points: [{ at: 1, price: -2 }] })).toBeNull();
  });
});

describe('an indicator', () => {
  test('is read as it was written, whatever its periods and colours', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(INDICATORS) as IndicatorName[])),
        fc.array(fc.integer({ min: 1, max: LONGEST_PERIOD }), { minLength: 3, maxLength: 3 }),
        fc.array(fc.nat(LINE_COLORS - 1), { minLength: 3, maxLength: 3 }),
        (name, periods, colors) => {
          const setting = { name, params: periods.slice(0, INDICATORS[name].length), colors };
          expect(indicatorFrom(indicatorText(setting))).toEqual(setting);
        },
      ),
    );
  });

  test('as it was at first is valid', () => {
    for (const name of Object.keys(INDICATORS) as IndicatorName[])
      expect(indicatorFrom(indicatorText(initialIndicator(name)))).toEqual(initialIndicator(name));
  });

  test.each(['MA 5,10 0,1,2', 'MA 5,10,501 0,1,2', 'MA 0,10,30 0,1,2', 'MA 5,10,30 0,1,9', 'SAR 5,10,30 0,1,2'])(
    '%j is none',
    (line) => expect(indicatorFrom(line)).toBeNull(),
  );
});
