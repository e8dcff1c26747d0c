// @vitest-environment jsdom
import { startTexts } from '@tessera/i18n/host';
import { HashRouter } from '@tessera/router';
import { Page } from '@tessera/ui';
import { SearchInput } from '@tessera/ui/forms';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { useFocusOnTitle } from './use-focus-on-title.ts';

beforeAll(() => startTexts('en'));

function Shown({ at }: { readonly at: string }) {
  useFocusOnTitle(at);
  return (
    <div data-shown key={at}>
      <Page title={at}>
        {at === 'Search' && <SearchInput label="Symbol" value="" onChange={() => undefined} autoFocus />}
      </Page>
    </div>
  );
}

test('the title of the next screen has the focus, unless the screen puts it into its field', () => {
  const { rerender } = render(<Shown at="Home" />, { wrapper: HashRouter });
  expect(document.activeElement).toBe(document.body);
  rerender(<Shown at="News" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'News' }));
  rerender(<Shown at="Search" />);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
