import { defineForm } from '@tessera/form';
import { derive, type Setting } from './derive.ts';
import { changeForm, emptyForm, type LeverForm } from './form.ts';
import { problemsOf } from './problems.ts';
import type { Conditions } from './terms.ts';

/** What an order depends on: the market, the account, and the settings for the instrument. */
export type LeverConditions = { readonly at: Conditions; readonly setting: Setting };

/** The order form of leverage and contracts. */
export const leverForm = defineForm({
  initial: emptyForm,
  reduce: changeForm,
  derive: (form: LeverForm, { at, setting }: LeverConditions) => derive(form, setting, at),
  problems: (form, derived, { at }: LeverConditions) => problemsOf(form, derived, at),
});
