import type { MessageTopic } from '@tessera/api/messages/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { MESSAGE_TEXTS, type MessageText } from './texts.ts';

/** What a notification says where its user wants no details on the lock screen. */
export const discreetText = (topic: MessageTopic, language: LanguageCode): MessageText => ({
  title: MESSAGE_TEXTS[language].discreet.titles[topic],
  body: MESSAGE_TEXTS[language].discreet.body,
});
