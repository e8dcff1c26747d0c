import type { LanguageCode } from '@tessera/api/rules';

type Text = { readonly subject: string; readonly body: string };

/** Notices that a share of what copies gain may go to a trader. */
export const FOLLOW_NOTICE_TEXTS: Readonly<
  Record<'follow_started' | 'follow_widened', Readonly<Record<LanguageCode, Text>>>
> = {
  follow_started: {
    en: {
      subject: 'Copying a trader started',
      body: 'On {time} your account started copying the trader with UID {trader}, with up to {amount} in copies. The trader gets a share of what the copies gain.',
    },
    zh: {
      subject: '已开始跟单',
      body: '您的账户于 {time} 开始跟单交易员（UID {trader}），跟单金额上限为 {amount}。跟单盈利的一部分将分给该交易员。',
    },
    hk: {
      subject: '已開始跟單',
      body: '您的帳戶於 {time} 開始跟單交易員（UID {trader}），跟單金額上限為 {amount}。跟單盈利的一部分將分給該交易員。',
    },
    th: {
      subject: 'เริ่มคัดลอกเทรดเดอร์แล้ว',
      body: 'เมื่อ {time} บัญชีของคุณเริ่มคัดลอกเทรดเดอร์ UID {trader} ด้วยวงเงินคัดลอกสูงสุด {amount} เทรดเดอร์จะได้รับส่วนแบ่งกำไรจากการคัดลอก',
    },
    de: {
      subject: 'Kopieren eines Traders begonnen',
      body: 'Am {time} hat Ihr Konto begonnen, den Trader mit der UID {trader} zu kopieren, mit höchstens {amount} in Kopien. Der Trader erhält einen Anteil am Gewinn der Kopien.',
    },
    alb: {
      subject: 'Filloi kopjimi i një tregtari',
      body: 'Më {time} llogaria juaj filloi të kopjojë tregtarin me UID {trader}, me deri në {amount} në kopje. Tregtari merr një pjesë të fitimit të kopjeve.',
    },
    jp: {
      subject: 'トレーダーのコピーを開始しました',
      body: '{time} に UID {trader} のトレーダーのコピーを開始しました。コピーの上限は {amount} です。コピーの利益の一部はトレーダーに分配されます。',
    },
    kor: {
      subject: '트레이더 카피 시작',
      body: '{time}에 UID {trader} 트레이더의 카피를 시작했습니다. 카피 한도는 {amount}입니다. 카피 수익의 일부가 트레이더에게 분배됩니다.',
    },
    fra: {
      subject: 'Copie d’un trader commencée',
      body: 'Le {time}, votre compte a commencé à copier le trader dont l’UID est {trader}, avec {amount} au plus en copies. Le trader reçoit une part des gains des copies.',
    },
    spa: {
      subject: 'Has empezado a copiar a un trader',
      body: 'El {time} tu cuenta empezó a copiar al trader con UID {trader}, con un máximo de {amount} en copias. El trader recibe una parte de las ganancias de las copias.',
    },
  },
  follow_widened: {
    en: {
      subject: 'Copy settings changed',
      body: 'On {time} the terms on which your account copies the trader with UID {trader} were widened, to up to {amount} in copies. The trader gets a share of what the copies gain.',
    },
    zh: {
      subject: '跟单设置已修改',
      body: '您的账户于 {time} 放宽了对交易员（UID {trader}）的跟单设置，跟单金额上限为 {amount}。跟单盈利的一部分将分给该交易员。',
    },
    hk: {
      subject: '跟單設定已修改',
      body: '您的帳戶於 {time} 放寬了對交易員（UID {trader}）的跟單設定，跟單金額上限為 {amount}。跟單盈利的一部分將分給該交易員。',
    },
    th: {
      subject: 'เปลี่ยนการตั้งค่าการคัดลอกแล้ว',
      body: 'เมื่อ {time} บัญชีของคุณขยายเงื่อนไขการคัดลอกเทรดเดอร์ UID {trader} โดยมีวงเงินคัดลอกสูงสุด {amount} เทรดเดอร์จะได้รับส่วนแบ่งกำไรจากการคัดลอก',
    },
    de: {
      subject: 'Einstellungen des Kopierens geändert',
      body: 'Am {time} wurden die Bedingungen erweitert, zu denen Ihr Konto den Trader mit der UID {trader} kopiert, auf höchstens {amount} in Kopien. Der Trader erhält einen Anteil am Gewinn der Kopien.',
    },
    alb: {
      subject: 'Cilësimet e kopjimit u ndryshuan',
      body: 'Më {time} u zgjeruan kushtet me të cilat llogaria juaj kopjon tregtarin me UID {trader}, deri në {amount} në kopje. Tregtari merr një pjesë të fitimit të kopjeve.',
    },
    jp: {
      subject: 'コピー設定が変更されました',
      body: '{time} に UID {trader} のトレーダーのコピー条件が緩和されました。コピーの上限は {amount} です。コピーの利益の一部はトレーダーに分配されます。',
    },
    kor: {
      subject: '카피 설정 변경',
      body: '{time}에 UID {trader} 트레이더의 카피 조건이 확대되었습니다. 카피 한도는 {amount}입니다. 카피 수익의 일부가 트레이더에게 분배됩니다.',
    },
    fra: {
      subject: 'Paramètres de copie modifiés',
      body: 'Le {time}, les conditions de copie du trader dont l’UID est {trader} ont été élargies, à {amount} au plus en copies. Le trader reçoit une part des gains des copies.',
    },
    spa: {
      subject: 'Configuración de copia modificada',
      body: 'El {time} se ampliaron las condiciones con las que tu cuenta copia al trader con UID {trader}, con un máximo de {amount} en copias. El trader recibe una parte de las ganancias de las copias.',
    },
  },
};
