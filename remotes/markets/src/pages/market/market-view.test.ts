import { apple } from '@tessera/api/instruments/fixtures';
import { expect, test } from 'vitest';
import { choosing, FIRST_CHOICE, groupIn, inSector, VIEWS, viewOf } from './market-view.ts';

test.each(VIEWS)('the view %s is marked once it was pressed', (view) => {
  expect(viewOf(choosing(view))).toBe(view);
});

test('an order by a column that is no view marks none', () => {
  expect(viewOf({ place: null, sort: { key: 'volume', descending: false } })).toBeNull();
});

test('a group that was removed elsewhere, or of another tab, is no choice', () => {
  const choice = { ...FIRST_CHOICE, group: 'g1' };
  expect(groupIn('favourites', choice, [{ id: 'g1' }])).toBe('g1');
  expect(groupIn('favourites', choice, [{ id: 'g2' }])).toBeNull();
  expect(groupIn('crypto', choice, [{ id: 'g1' }])).toBeNull();
  expect(groupIn('favourites', { ...choice, place: 'new' }, [{ id: 'g1' }])).toBeNull();
});

test('a sector narrows the list where the class has sectors', () => {
  const listed = [apple(), apple({ symbol: 'XOM', base: 'XOM' }), apple({ symbol: 'BA', base: 'BA' })];
  const all = inSector('stocks', FIRST_CHOICE, listed);
  expect(all.instruments).toBe(listed);
  expect(all.sectors).toEqual(['industry']);
  const first = 'industry';
  const narrowed = inSector('stocks', { ...FIRST_CHOICE, sector: first }, listed);
  expect(narrowed.chosen).toBe(first);
  expect(narrowed.instruments?.map(({ symbol }) => symbol)).toEqual(['XOM', 'BA']);
  expect(inSector('forex', { ...FIRST_CHOICE, sector: first }, listed)).toMatchObject({ sectors: [], chosen: null });
  expect(inSector('stocks', { ...FIRST_CHOICE, sector: first, place: 'new' }, listed).instruments).toBe(listed);
});
