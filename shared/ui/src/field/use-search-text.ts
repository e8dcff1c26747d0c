import { useEffect, useState } from 'react';

/** ms that a text stands still before it is searched for. */
const DEBOUNCE_MS = 500;

export type SearchText = {
  /** What is searched for, trimmed; '' while there is nothing to search for. */
  readonly query: string;
  /** For `SearchInput`. */
  readonly input: {
    readonly value: string;
    readonly onChange: (text: string) => void;
    readonly onSubmit: () => void;
  };
};

/** The text of a search, searched for once it stands still for 500 ms or Enter is pressed; cleared at once. */
export function useSearchText(): SearchText {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    query,
    input: {
      value: typed,
      onChange(text) {
        setTyped(text);
        if (text.trim() === '') setQuery('');
      },
      onSubmit: () => setQuery(typed.trim()),
    },
  };
}
