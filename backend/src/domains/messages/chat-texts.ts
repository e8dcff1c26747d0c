import type { LanguageCode } from '@tessera/api/rules';
import type { MessageText } from './texts.ts';

export type ChatMessageKind =
  | 'chat_mention'
  | 'chat_removed'
  | 'chat_rejected'
  | 'chat_banned'
  | 'chat_banned_for_good';

/** What users of the chat rooms are told. `{until}` is a time in UTC. */
export const CHAT_TEXTS: Readonly<Record<ChatMessageKind, Readonly<Record<LanguageCode, MessageText>>>> = {
  chat_mention: {
    en: { title: '{name} mentioned you', body: '{name} mentioned you in the chat room {room}.' },
    zh: { title: '{name} 提到了您', body: '{name} 在聊天室 {room} 中提到了您。' },
    hk: { title: '{name} 提及了您', body: '{name} 在聊天室 {room} 中提及了您。' },
    th: { title: '{name} กล่าวถึงคุณ', body: '{name} กล่าวถึงคุณในห้องแชต {room}' },
    de: { title: '{name} hat Sie erwähnt', body: '{name} hat Sie im Chatraum {room} erwähnt.' },
    alb: { title: '{name} ju përmendi', body: '{name} ju përmendi në dhomën e bisedës {room}.' },
    jp: {
      title: '{name} さんがあなたをメンションしました',
      body: '{name} さんがチャットルーム {room} であなたをメンションしました。',
    },
    kor: { title: '{name} 님이 회원님을 언급했습니다', body: '{name} 님이 채팅방 {room}에서 회원님을 언급했습니다.' },
    fra: { title: '{name} vous a mentionné', body: '{name} vous a mentionné dans le salon {room}.' },
    spa: { title: '{name} le ha mencionado', body: '{name} le ha mencionado en la sala de chat {room}.' },
  },
  chat_removed: {
    en: {
      title: 'Your chat message was removed',
      body: 'A moderator removed a message of yours from the chat room {room}: {reason}',
    },
    zh: { title: '您的聊天消息已被移除', body: '管理员移除了您在聊天室 {room} 中的一条消息：{reason}' },
    hk: { title: '您的聊天訊息已被移除', body: '管理員移除了您在聊天室 {room} 中的一則訊息：{reason}' },
    th: { title: 'ข้อความแชตของคุณถูกนำออก', body: 'ผู้ดูแลนำข้อความของคุณออกจากห้องแชต {room}: {reason}' },
    de: {
      title: 'Ihre Chatnachricht wurde entfernt',
      body: 'Die Moderation hat eine Ihrer Nachrichten aus dem Chatraum {room} entfernt: {reason}',
    },
    alb: {
      title: 'Mesazhi juaj në bisedë u hoq',
      body: 'Një moderator hoqi një mesazh tuajin nga dhoma {room}: {reason}',
    },
    jp: {
      title: 'チャットの投稿が削除されました',
      body: 'モデレーターがチャットルーム {room} のあなたの投稿を削除しました: {reason}',
    },
    kor: {
      title: '채팅 메시지가 삭제되었습니다',
      body: '운영자가 채팅방 {room}에서 회원님의 메시지를 삭제했습니다: {reason}',
    },
    fra: {
      title: 'Votre message a été retiré du chat',
      body: 'Un modérateur a retiré un de vos messages du salon {room} : {reason}',
    },
    spa: {
      title: 'Su mensaje del chat se ha retirado',
      body: 'Un moderador ha retirado un mensaje suyo de la sala {room}: {reason}',
    },
  },
  chat_rejected: {
    en: {
      title: 'Your chat message was not published',
      body: 'A moderator did not publish your message in the chat room {room}: {reason}',
    },
    zh: { title: '您的聊天消息未获发布', body: '管理员未发布您在聊天室 {room} 中的消息：{reason}' },
    hk: { title: '您的聊天訊息未獲發佈', body: '管理員未發佈您在聊天室 {room} 中的訊息：{reason}' },
    th: { title: 'ข้อความแชตของคุณไม่ได้รับการเผยแพร่', body: 'ผู้ดูแลไม่เผยแพร่ข้อความของคุณในห้องแชต {room}: {reason}' },
    de: {
      title: 'Ihre Chatnachricht wurde nicht veröffentlicht',
      body: 'Die Moderation hat Ihre Nachricht im Chatraum {room} nicht veröffentlicht: {reason}',
    },
    alb: {
      title: 'Mesazhi juaj në bisedë nuk u publikua',
      body: 'Një moderator nuk e publikoi mesazhin tuaj në dhomën {room}: {reason}',
    },
    jp: {
      title: 'チャットの投稿は公開されませんでした',
      body: 'モデレーターがチャットルーム {room} のあなたの投稿を公開しませんでした: {reason}',
    },
    kor: {
      title: '채팅 메시지가 게시되지 않았습니다',
      body: '운영자가 채팅방 {room}의 회원님 메시지를 게시하지 않았습니다: {reason}',
    },
    fra: {
      title: "Votre message n'a pas été publié dans le chat",
      body: "Un modérateur n'a pas publié votre message dans le salon {room} : {reason}",
    },
    spa: {
      title: 'Su mensaje del chat no se ha publicado',
      body: 'Un moderador no ha publicado su mensaje en la sala {room}: {reason}',
    },
  },
  chat_banned: {
    en: { title: 'You are banned from the chat', body: 'You cannot write in the chat until {until}: {reason}' },
    zh: { title: '您已被禁言', body: '您在 {until} 之前无法在聊天室发言：{reason}' },
    hk: { title: '您已被禁言', body: '您於 {until} 前無法在聊天室發言：{reason}' },
    th: { title: 'คุณถูกระงับการส่งข้อความ', body: 'คุณไม่สามารถส่งข้อความในแชตได้จนถึง {until}: {reason}' },
    de: { title: 'Sie sind im Chat gesperrt', body: 'Sie können bis {until} nicht im Chat schreiben: {reason}' },
    alb: { title: 'Jeni përjashtuar nga biseda', body: 'Nuk mund të shkruani në bisedë deri më {until}: {reason}' },
    jp: { title: 'チャットの利用が停止されました', body: '{until} までチャットに投稿できません: {reason}' },
    kor: { title: '채팅 이용이 정지되었습니다', body: '{until}까지 채팅에 글을 쓸 수 없습니다: {reason}' },
    fra: {
      title: 'Vous êtes exclu du chat',
      body: 'Vous ne pouvez pas écrire dans le chat jusqu’au {until} : {reason}',
    },
    spa: { title: 'Se le ha bloqueado en el chat', body: 'No puede escribir en el chat hasta {until}: {reason}' },
  },
  chat_banned_for_good: {
    en: { title: 'You are banned from the chat', body: 'You cannot write in the chat any more: {reason}' },
    zh: { title: '您已被禁言', body: '您已无法在聊天室发言：{reason}' },
    hk: { title: '您已被禁言', body: '您已無法在聊天室發言：{reason}' },
    th: { title: 'คุณถูกระงับการส่งข้อความ', body: 'คุณไม่สามารถส่งข้อความในแชตได้อีก: {reason}' },
    de: { title: 'Sie sind im Chat gesperrt', body: 'Sie können nicht mehr im Chat schreiben: {reason}' },
    alb: { title: 'Jeni përjashtuar nga biseda', body: 'Nuk mund të shkruani më në bisedë: {reason}' },
    jp: { title: 'チャットの利用が停止されました', body: '今後チャットに投稿できません: {reason}' },
    kor: { title: '채팅 이용이 정지되었습니다', body: '더 이상 채팅에 글을 쓸 수 없습니다: {reason}' },
    fra: { title: 'Vous êtes exclu du chat', body: 'Vous ne pouvez plus écrire dans le chat : {reason}' },
    spa: { title: 'Se le ha bloqueado en el chat', body: 'Ya no puede escribir en el chat: {reason}' },
  },
};
