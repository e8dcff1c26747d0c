import { defineForm } from '@tessera/form';
import { shownPrice } from '../../ticket/expected-fill.ts';
import type { Conditions } from './conditions.ts';
import { deriveFields, largestAmount } from './fields.ts';
import { changeForm, emptyForm, type OrderForm } from './form.ts';
import { orderOf } from './order.ts';
import { problemsOf } from './problems.ts';
import { priceWarning, summarize, takenNow } from './summary.ts';

/** The spot order form: price, amount, share and total, each telling the others. */
export const spotForm = defineForm({
  initial: emptyForm,
  reduce: changeForm,
  derive(form: OrderForm, at: Conditions) {
    const fields = deriveFields(form, at);
    const taken = takenNow(form, fields, at);
    return {
      at,
      fields,
      taken,
      summary: summarize(form, fields, at, taken),
      warning: priceWarning(form, fields, at),
      largest: largestAmount(form, at),
      order: orderOf(form, fields, at.rules, shownPrice(form.side, taken, fields.price, at.rules.tick)),
    };
  },
  problems: (form, { fields }, at: Conditions) => problemsOf(form, fields, at),
});
