import type english from './i18n/en.json';

export type FieldLabel = keyof (typeof english)['fields'];

/**
 * Label keys of input fields that differ from the field name. Fields that users do not type (ids, sort orders) share
 * one label.
 */
const labels: Readonly<Record<string, FieldLabel>> = {
  user_string: 'account',
  loginActive: 'account',
  trader_user_id: 'trader',
  mobile: 'phone',
  area_code_id: 'area_code',
  email_code: 'code',
  real_name: 'name',
  first_name: 'name',
  last_name: 'name',
  full_name: 'name',
  tax_id: 'card_id',
  country: 'nation',
  method: 'kind',
  bank_id: 'bank_name',
  fangchan_pic: 'property_papers',
  fangchan_pic1: 'property_papers',
  qiche_pic: 'vehicle_papers',
  qiche_pic1: 'vehicle_papers',
  number: 'amount',
  money: 'amount',
  min_receive: 'amount',
  num: 'quantity',
  quote_amount: 'total',
  share: 'lots',
  target_price: 'price',
  target_profit_price: 'take_profit',
  target_profit_ratio: 'take_profit',
  target_profit_amount: 'take_profit',
  stop_loss_price: 'stop_loss',
  stop_loss_ratio: 'stop_loss',
  stop_loss_amount: 'stop_loss',
  trailing_from: 'price',
  trailing_distance: 'distance',
  ratio: 'price',
  direction: 'side',
  activation_price: 'price',
  type: 'kind',
  mode: 'kind',
  sale_type: 'kind',
  currency_id: 'currency',
  legal_id: 'currency',
  pay_currency: 'currency',
  margin_currency: 'currency',
  margin_number: 'amount',
  schedule: 'interval',
  from_currency_id: 'from_currency',
  to_currency_id: 'to_currency',
  from_field: 'from_account',
  to_field: 'to_account',
  subName: 'network',
  address_id: 'address',
  bank_card_id: 'bank_card',
  days: 'term',
  daily_loss: 'amount',
  max_multiple: 'multiple',
  cool_off_losses: 'quantity',
  cool_off_minutes: 'term',
  excluded_until: 'end_time',
  seconds: 'term',
  from: 'start_time',
  to: 'end_time',
  symbols: 'symbol',
  match_id: 'symbol',
  project_id: 'product',
  config_id: 'product',
  state: 'status',
  section: 'category',
  c_id: 'category',
};

/** The label of a payload field; `known` are the labels there are. */
export const labelOf = (field: string, known: Readonly<Record<string, unknown>>): FieldLabel => {
  const own = Object.hasOwn(known, field) ? (field as FieldLabel) : undefined;
  return (Object.hasOwn(labels, field) ? labels[field] : own) ?? 'parameter';
};
