import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { documentNumber } from './inputs.ts';

test('one document has one number, in the digits of whatever keyboard it is typed by', () => {
  for (const typed of ['AB-123 456', 'ＡＢ－１２３　４５６', 'AB\u2011١٢٣ ٤٥٦', 'AB-۱۲۳\u00a0۴۵۶', ' AB-๑๒๓ ๔๕๖\u200b'])
    expect([typed, z.parse(documentNumber, typed)]).toEqual([typed, 'AB-123 456']);
});
