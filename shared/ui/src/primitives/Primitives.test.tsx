// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Card, Stack, Text, VisuallyHidden } from './Primitives.tsx';

afterEach(cleanup);

test('a look keeps the element and what it is given', () => {
  render(
    <Stack as="form" gap={2} aria-label="Feedback" noValidate>
      <Text as="h2" tone="strong" size={16} id="title">
        Title
      </Text>
    </Stack>,
  );
  expect(screen.getByRole<HTMLFormElement>('form', { name: 'Feedback' }).noValidate).toBe(true);
  const title = screen.getByRole('heading', { level: 2, name: 'Title' });
  expect(title.id).toBe('title');
  expect(title.className.split(' ')).toEqual(['strong', 'size16']);
});

test('without an element a text is a paragraph, a card a section, a stack a division', () => {
  const { container } = render(
    <Card gap={3}>
      <Text>note</Text>
      <Stack gap={1}>
        <VisuallyHidden>read aloud</VisuallyHidden>
      </Stack>
    </Card>,
  );
  expect([...container.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(['SECTION', 'P', 'DIV', 'SPAN']);
  expect(container.firstElementChild?.className).toBe('card gap3');
});
