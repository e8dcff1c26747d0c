import type { LanguageCode } from '@tessera/api/rules';
import type { MessageText } from './texts.ts';

export type CopyMessageKind = 'copy_cost_reached' | 'copy_suspended' | 'copy_trader_suspended';

/** What followers and traders are told; what a message names is replaced. */
export const COPY_TEXTS: Readonly<Record<CopyMessageKind, Readonly<Record<LanguageCode, MessageText>>>> = {
  copy_cost_reached: {
    en: {
      title: 'Copying ended: daily cost limit',
      body: 'Slippage and fees of your copies of {trader} came to {cost} today; your limit is {limit}. Copying has ended and your copies are being closed.',
    },
    zh: {
      title: '已停止跟单：达到每日成本上限',
      body: '您跟单 {trader} 的今日滑点与手续费为 {cost}，上限为 {limit}。跟单已停止，正在平仓。',
    },
    hk: {
      title: '已停止跟單：達到每日成本上限',
      body: '您跟單 {trader} 的今日滑點與手續費為 {cost}，上限為 {limit}。跟單已停止，正在平倉。',
    },
    th: {
      title: 'หยุดคัดลอกแล้ว: ถึงขีดจำกัดต้นทุนต่อวัน',
      body: 'สลิปเพจและค่าธรรมเนียมการคัดลอก {trader} วันนี้รวม {cost} ขีดจำกัดของคุณคือ {limit} ระบบหยุดคัดลอกและกำลังปิดสถานะ',
    },
    de: {
      title: 'Kopieren beendet: Kostengrenze pro Tag',
      body: 'Slippage und Gebühren Ihrer Kopien von {trader} betrugen heute {cost}; Ihre Grenze ist {limit}. Das Kopieren ist beendet, Ihre Kopien werden geschlossen.',
    },
    alb: {
      title: 'Kopjimi përfundoi: kufiri ditor i kostos',
      body: 'Slippage dhe tarifat e kopjeve tuaja të {trader} arritën sot {cost}; kufiri juaj është {limit}. Kopjimi përfundoi dhe kopjet po mbyllen.',
    },
    jp: {
      title: 'コピーを終了しました：1日のコスト上限',
      body: '{trader} のコピーの本日のスリッページと手数料は {cost} で、上限 {limit} を超えました。コピーを終了し、決済しています。',
    },
    kor: {
      title: '카피 종료: 일일 비용 한도',
      body: '오늘 {trader} 카피의 슬리피지와 수수료가 {cost}로 한도 {limit}을(를) 넘었습니다. 카피를 종료하고 포지션을 청산하고 있습니다.',
    },
    fra: {
      title: 'Copie arrêtée : limite de coût par jour',
      body: 'Le slippage et les frais de vos copies de {trader} ont atteint {cost} aujourd’hui ; votre limite est de {limit}. La copie est arrêtée et vos copies sont en cours de fermeture.',
    },
    spa: {
      title: 'Copia finalizada: límite de coste diario',
      body: 'El deslizamiento y las comisiones de tus copias de {trader} sumaron hoy {cost}; tu límite es {limit}. La copia ha finalizado y tus copias se están cerrando.',
    },
  },
  copy_suspended: {
    en: {
      title: 'You are suspended as a trader',
      body: 'Copies of your positions have cost your followers too much beyond the index. All follows have ended and nothing new is copied until our team has reviewed it. Contact support with questions.',
    },
    zh: {
      title: '您的带单已被暂停',
      body: '您的跟单者的成交成本相对指数价过高。所有跟单已停止，在我们完成审核前不再产生新的跟单。如有疑问请联系客服。',
    },
    hk: {
      title: '您的帶單已被暫停',
      body: '您的跟單者的成交成本相對指數價過高。所有跟單已停止，在我們完成審核前不再產生新的跟單。如有疑問請聯絡客服。',
    },
    th: {
      title: 'คุณถูกระงับการเป็นเทรดเดอร์',
      body: 'การคัดลอกสถานะของคุณมีต้นทุนเกินดัชนีมากเกินไปสำหรับผู้ติดตาม การติดตามทั้งหมดสิ้นสุดลง และจะไม่มีการคัดลอกใหม่จนกว่าทีมงานจะตรวจสอบ หากมีคำถามโปรดติดต่อฝ่ายสนับสนุน',
    },
    de: {
      title: 'Sie sind als Trader gesperrt',
      body: 'Kopien Ihrer Positionen haben Ihre Follower gegenüber dem Index zu viel gekostet. Alle Follower wurden getrennt, und nichts Neues wird kopiert, bis unser Team es geprüft hat. Fragen beantwortet der Support.',
    },
    alb: {
      title: 'Jeni pezulluar si trader',
      body: 'Kopjet e pozicioneve tuaja u kushtuan ndjekësve shumë përtej indeksit. Të gjitha ndjekjet përfunduan dhe asgjë e re nuk kopjohet derisa ekipi ynë ta shqyrtojë. Për pyetje kontaktoni mbështetjen.',
    },
    jp: {
      title: 'トレーダーとしての活動を停止しました',
      body: 'あなたのポジションのコピーで、フォロワーが指数に対して払ったコストが大きすぎました。すべてのフォローを終了し、審査が済むまで新たなコピーは行われません。ご不明点はサポートへお問い合わせください。',
    },
    kor: {
      title: '트레이더 자격이 정지되었습니다',
      body: '회원님의 포지션을 카피한 팔로워의 비용이 지수 대비 지나치게 컸습니다. 모든 팔로우가 종료되었으며 검토가 끝날 때까지 새로 카피되지 않습니다. 문의는 고객센터로 해 주세요.',
    },
    fra: {
      title: 'Vous êtes suspendu en tant que trader',
      body: 'Les copies de vos positions ont coûté trop cher à vos suiveurs par rapport à l’indice. Tous les suivis sont terminés et rien de nouveau n’est copié jusqu’à l’examen de notre équipe. Pour toute question, contactez le support.',
    },
    spa: {
      title: 'Estás suspendido como trader',
      body: 'Las copias de tus posiciones costaron demasiado a tus seguidores respecto al índice. Todos los seguimientos han terminado y no se copia nada nuevo hasta que nuestro equipo lo revise. Si tienes preguntas, contacta con soporte.',
    },
  },
  copy_trader_suspended: {
    en: {
      title: '{trader} is suspended',
      body: 'Copies of {trader} have cost too much beyond the index. Copying has ended; your open copies follow {trader} until they are closed, or you close them or take them over.',
    },
    zh: {
      title: '{trader} 已被暂停带单',
      body: '{trader} 的跟单成本相对指数价过高，跟单已停止。您未平仓的跟单会随 {trader} 平仓，您也可自行平仓或接管。',
    },
    hk: {
      title: '{trader} 已被暫停帶單',
      body: '{trader} 的跟單成本相對指數價過高，跟單已停止。您未平倉的跟單會隨 {trader} 平倉，您也可自行平倉或接管。',
    },
    th: {
      title: '{trader} ถูกระงับ',
      body: 'การคัดลอก {trader} มีต้นทุนเกินดัชนีมากเกินไป จึงหยุดคัดลอกแล้ว สถานะที่เปิดอยู่จะปิดตาม {trader} หรือคุณจะปิดหรือรับช่วงต่อเองก็ได้',
    },
    de: {
      title: '{trader} ist gesperrt',
      body: 'Kopien von {trader} haben gegenüber dem Index zu viel gekostet. Das Kopieren ist beendet; Ihre offenen Kopien folgen {trader} bis zum Schluss, sofern Sie sie nicht schließen oder übernehmen.',
    },
    alb: {
      title: '{trader} u pezullua',
      body: 'Kopjet e {trader} kushtuan shumë përtej indeksit. Kopjimi përfundoi; kopjet tuaja të hapura ndjekin {trader} deri në mbyllje, përveç nëse i mbyllni ose i merrni vetë.',
    },
    jp: {
      title: '{trader} は停止されました',
      body: '{trader} のコピーは指数に対するコストが大きすぎたため、コピーを終了しました。保有中のコピーは {trader} の決済に従います。ご自身で決済または引き継ぐこともできます。',
    },
    kor: {
      title: '{trader} 님이 정지되었습니다',
      body: '{trader} 카피의 비용이 지수 대비 지나치게 커서 카피를 종료했습니다. 보유 중인 카피는 {trader} 님의 청산을 따르며, 직접 청산하거나 인수할 수 있습니다.',
    },
    fra: {
      title: '{trader} est suspendu',
      body: 'Les copies de {trader} ont coûté trop cher par rapport à l’indice. La copie est terminée ; vos copies ouvertes suivent {trader} jusqu’à leur fermeture, sauf si vous les fermez ou les reprenez.',
    },
    spa: {
      title: '{trader} está suspendido',
      body: 'Las copias de {trader} costaron demasiado respecto al índice. La copia ha terminado; tus copias abiertas siguen a {trader} hasta su cierre, salvo que las cierres o las asumas.',
    },
  },
};
