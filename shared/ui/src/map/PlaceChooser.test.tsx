// @vitest-environment jsdom
import '../testing/english.ts';
import { addTexts } from '@tessera/i18n';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mapTexts } from '../map.ts';
import { chosenCountry } from '../places/countries.ts';
import { PlaceChooser } from './PlaceChooser.tsx';

beforeAll(() => addTexts('map', mapTexts));
beforeEach(() => {
  chosenCountry.write('DE');
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

type Answer = (found: PositionCallback, failed: PositionErrorCallback) => void;
const geolocation = (answer: Answer) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: answer } });

test('the map begins at the home country and goes to another one', async () => {
  const onChoose = vi.fn();
  render(<PlaceChooser tiles={null} label="Continue" onChoose={onChoose} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Country or region: Germany' }));
  await userEvent.type(screen.getByRole('searchbox'), 'Japan');
  await userEvent.click(screen.getByRole('radio', { name: /Japan/ }));
  await userEvent.type(screen.getByLabelText('Name of the place'), ' Home ');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(onChoose).toHaveBeenCalledOnce();
  const [{ latitude, longitude, name }] = onChoose.mock.calls[0] as [Record<string, number>];
  expect(name).toBe('Home');
  expect([latitude, longitude].map((each) => Math.round((each ?? 0) / 10))).toEqual([4, 14]);
});

test('the position of the device is shown with its country', async () => {
  geolocation((found) => found({ coords: { latitude: 13.75, longitude: 100.5 } } as GeolocationPosition));
  const onChoose = vi.fn();
  render(<PlaceChooser tiles={null} label="Continue" onChoose={onChoose} />);
  await screen.findByRole('button', { name: 'Country or region: Germany' });
  await userEvent.click(screen.getByRole('button', { name: 'Use my position' }));
  expect(screen.getByText('Thailand · 13.75000, 100.50000')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(onChoose.mock.calls[0]?.[0]).toMatchObject({ country: 'TH' });
});

test('a refused position says what to do instead', async () => {
  geolocation((_, failed) => failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError));
  render(<PlaceChooser tiles={null} label="Continue" onChoose={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Use my position' }));
  expect(screen.getByRole('alert').textContent).toContain('Allow it in the browser');
});

test('keys at the zoom buttons move the map', async () => {
  render(<PlaceChooser tiles={null} label="Continue" onChoose={() => undefined} />);
  await screen.findByRole('button', { name: 'Country or region: Germany' });
  const before = screen.getByText(/^Germany · /).textContent;
  screen.getByRole('button', { name: 'Zoom in' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.queryByText(before ?? '')).toBeNull();
});
