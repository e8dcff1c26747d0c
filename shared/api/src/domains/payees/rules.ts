/* What an address and a card must be: the same in the form and in the backend. */
export * from './addresses.ts';
export * from './cards.ts';
export * from './fold-address.ts';
export * from './requests.ts';
