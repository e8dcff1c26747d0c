/** What all accounts must have available for a visa card, USDT. */
export const VISA_BALANCE = '20000';
