// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import {
  collectToasts,
  type ExchangeRequest,
  fakeExchange,
  reject,
  showScreen,
  signIn,
  silence,
  startScreens,
} from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import account from '../../remote.tsx';
import { useAvatar } from './use-avatar.ts';

const CHANGE = 'POST /user/uploadHeadPortrait';
const LOCATION = '/api/uploads/avatar.jpg';
const picture = new File(['x'], 'avatar.jpg', { type: 'image/jpeg' });

function Picker() {
  const { send, retry, progress, problem } = useAvatar();
  return (
    <>
      <button type="button" onClick={() => send(picture)}>
        Send
      </button>
      <button type="button" onClick={retry}>
        Again
      </button>
      <output>{problem ?? progress}</output>
    </>
  );
}

beforeAll(() => startScreens(account));

test('a picture whose upload or change failed is tried again from where it stopped', async () => {
  signIn();
  const exchange = fakeExchange({ ...identityFixtures, 'POST /upload': silence(), [CHANGE]: reject('busy', 'Later') });
  const toasts = collectToasts();
  const { user } = showScreen(<Picker />);
  const shown = () => screen.getByRole('status').textContent;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(shown()).toMatch(/No connection/));
  exchange.change({
    'POST /upload': ({ progress }: ExchangeRequest) => {
      progress(1);
      return LOCATION;
    },
  });
  await user.click(screen.getByRole('button', { name: 'Again' }));
  await waitFor(() => expect(shown()).toBe('Later'));
  exchange.change({ [CHANGE]: identityFixtures[CHANGE] });
  await user.click(screen.getByRole('button', { name: 'Again' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Profile picture updated']));
  expect(exchange.of('POST /upload')).toHaveLength(2);
  expect(exchange.of(CHANGE).map(({ form }) => form.get('avatar'))).toEqual([LOCATION, LOCATION]);
});
