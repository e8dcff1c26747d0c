import type { SavedAddress } from '@tessera/api/payees';
import { expect, test } from 'vitest';
import { type Asked, asksOtherwise, sendUrlOf, targetOf, withdrawForm } from './withdraw-form.ts';

const saved = { id: 'a1', name: 'Cold', address: 'TSaved' } as SavedAddress;
const asked = (target: Partial<Asked>): Asked => ({ currency_id: 3, number: '10', fee: '1', ...target });

test('a withdrawal goes to what was typed, to a saved address by its name, or to a card', () => {
  expect(targetOf(asked({ address: 'TTyped', network: 'TRC20' }), [saved])).toEqual({ address: 'TTyped', name: null });
  expect(targetOf(asked({ address_id: 'a1' }), [saved])).toEqual({ address: 'TSaved', name: 'Cold' });
  expect(targetOf(asked({ bank_card_id: 'c1' }), [saved])).toEqual({ address: null, name: null });
});

test('the same can be sent to a user of the platform', () => {
  const url = sendUrlOf(asked({ address_id: 'a1' }), [saved]);
  expect(url).toContain('to=TSaved');
  expect(url).toContain('amount=10');
});

test('a payment link asks for what arrives, not for what is sent', () => {
  const entries = { ...withdrawForm.initial('typed'), amount: '11', linked: '10' };
  expect(asksOtherwise(entries, '10')).toBe(false);
  expect(asksOtherwise(entries, '11')).toBe(true);
  expect(asksOtherwise({ ...entries, way: 'saved' }, '11')).toBe(false);
  expect(asksOtherwise({ ...entries, linked: '' }, '11')).toBe(false);
});
