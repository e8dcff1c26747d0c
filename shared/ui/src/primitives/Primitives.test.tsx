// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Box, Card, Heading, Inline, Note, Span, Stack, Text, VisuallyHidden } from './Primitives.tsx';

test('a look keeps the element and what it is given', () => {
  render(
    <Stack as="form" gap={2} aria-label="Feedback" noValidate>
      <Heading size={16} id="title">
        Title
      </Heading>
    </Stack>,
  );
  expect(screen.getByRole<HTMLFormElement>('form', { name: 'Feedback' }).noValidate).toBe(true);
  const title = screen.getByRole('heading', { level: 2, name: 'Title' });
  expect([title.id, title.className]).toEqual(['title', 'ui-size-16']);
});

test('each has an element and a look of its own', () => {
  const { container } = render(
    <Card gap={3}>
      <Text>note</Text>
      <Stack gap={1} below={4}>
        <VisuallyHidden>read aloud</VisuallyHidden>
      </Stack>
      <Inline gap={2} wrap at="end">
        <Span tone="danger">failed</Span>
      </Inline>
      <Box above={6}>
        <Note>fees apply</Note>
      </Box>
    </Card>,
  );
  expect([...container.querySelectorAll('*')].map((each) => `${each.tagName} ${each.className}`)).toEqual([
    'SECTION ui-card ui-stack ui-gap-3',
    'P ui-tone-weak ui-size-12',
    'DIV ui-stack ui-gap-1 ui-below-4',
    'SPAN ui-hidden',
    'DIV ui-inline ui-gap-2 ui-wrap ui-at-end',
    'SPAN ui-tone-danger',
    'DIV ui-above-6',
    'P ui-note ui-note-warn',
  ]);
});

test('what a look leaves to the text around it has no class', () => {
  const { container } = render(
    <Text tone="inherit" size="inherit" tight={false}>
      as around it
    </Text>,
  );
  expect(container.firstElementChild?.className).toBe('');
});
