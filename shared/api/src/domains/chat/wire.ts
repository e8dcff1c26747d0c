import type { Output } from '../../kit/contract.ts';
import type { ChatContract } from './contract.ts';

type Message = Output<ChatContract['POST /chat/send']>;

/**
 * A row of the topic `chat:<room>`. A change says what it follows on: a page whose last revision is another one has
 * missed something and fetches after its own. A state comes on joining and when the number of listeners changes.
 */
export type ChatEvent =
  | {
      readonly after: number;
      readonly revision: number;
      /** New and changed messages as they are by now. */
      readonly list: readonly Message[];
      /** The room itself changed: its rules, its state, or what is pinned. */
      readonly room?: true;
    }
  | { readonly revision: number; readonly present: number };
