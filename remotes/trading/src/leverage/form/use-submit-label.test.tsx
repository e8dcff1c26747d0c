// @vitest-environment jsdom
import { showScreen, startScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import { useSubmitLabel } from './use-submit-label.ts';

beforeAll(() => startScreens(remote, 'lever'));

function Label({ lots }: { readonly lots: number | null }) {
  return <output>{useSubmitLabel({ side: 'long', unit: 'lots' }, { lots })}</output>;
}

test.each([
  [null, 'Open long'],
  [1, 'Open long 1 lot'],
  [5, 'Open long 5 lots'],
])('of %s lots the button says "%s"', (lots, text) => {
  showScreen(<Label lots={lots} />);
  expect(screen.getByRole('status').textContent).toBe(text);
});
