import { randomUUID } from 'node:crypto';
import type { Outcome, TestApp } from './test-app.ts';

type Token = { readonly token: string };

let texts = 0;

/** What users of the chat rooms do in tests. */
export function chatStage(app: TestApp) {
  const send = (from: Token, payload: Record<string, unknown> = {}) => {
    texts += 1;
    return app.call(
      'POST /chat/send',
      { room: 'en', client_id: randomUUID(), text: `message ${texts}`, ...payload },
      { token: from.token },
    );
  };
  return {
    /** First messages of accounts that are younger wait for a moderator; 0 hours: of none. */
    holdWithin: (hours: number) =>
      app.database.query(`update setting set value = $1 where keyword = 'chat_hold_hours'`, [String(hours)]),
    /** Sends a text, by default one that was not sent before. */
    send,
    async say(from: Token, payload: Record<string, unknown> = {}) {
      const outcome: Outcome<'POST /chat/send'> = await send(from, payload);
      if (outcome.type !== 'ok') throw new Error(`the message was rejected: ${outcome.error}`);
      return outcome.message;
    },
    read: (from: Token, payload: Record<string, unknown> = {}) =>
      app.ok('GET /chat/messages', { room: 'en', ...payload }, { token: from.token }),
    room: (from: Token, room = 'en') => app.ok('GET /chat/room', { room }, { token: from.token }),
  };
}
