import type { MessageTopic } from '@tessera/api/messages/rules';
import type { TestApp } from './test-app.ts';

/** What a user was told of a topic in the message centre, newest first: title, text and where it leads. */
export async function toldOf(
  app: TestApp,
  { token }: { readonly token: string },
  topic: MessageTopic,
): Promise<readonly { readonly title: string; readonly content: string; readonly link: string | null }[]> {
  await app.queue.drain();
  const { list } = await app.ok('GET /mailMessage/getList', {}, { token });
  return list
    .filter((message) => message.topic === topic)
    .map(({ title, content, link }) => ({ title, content, link }));
}
