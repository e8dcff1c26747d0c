import { Loaded as LoadedOfUi, type LoadedProps } from '@tessera/ui';
import { problemText } from '../registry/problem-text.ts';

/** A query with its states, whose failure is told in the words of the console. */
export const Loaded = <Data,>(props: LoadedProps<Data>) => <LoadedOfUi {...props} wording={problemText} />;
