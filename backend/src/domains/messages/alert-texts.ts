import type { LanguageCode } from '@tessera/api/rules';
import type { MessageText } from './texts.ts';

export type AlertMessageKind = 'alert_price_above' | 'alert_price_below' | 'alert_change_above' | 'alert_change_below';

/** What price alerts tell; what a message names is replaced. */
export const ALERT_TEXTS: Readonly<Record<AlertMessageKind, Readonly<Record<LanguageCode, MessageText>>>> = {
  alert_price_above: {
    en: {
      title: '{symbol} rose to {value}',
      body: 'Your alert: {symbol} at {level} or above. The price reached {value}.',
    },
    de: {
      title: '{symbol} ist auf {value} gestiegen',
      body: 'Ihr Alarm: {symbol} bei {level} oder darüber. Der Preis erreichte {value}.',
    },
    fra: {
      title: '{symbol} est monté à {value}',
      body: 'Votre alerte : {symbol} à {level} ou plus. Le prix a atteint {value}.',
    },
    spa: { title: '{symbol} subió a {value}', body: 'Tu alerta: {symbol} a {level} o más. El precio llegó a {value}.' },
    jp: {
      title: '{symbol} が {value} に上昇しました',
      body: 'アラート：{symbol} が {level} 以上。価格は {value} に達しました。',
    },
    kor: {
      title: '{symbol} 가격이 {value}(으)로 상승했습니다',
      body: '설정한 알림: {symbol} {level} 이상. 가격이 {value}에 도달했습니다.',
    },
    zh: { title: '{symbol} 涨至 {value}', body: '您的提醒：{symbol} 达到或高于 {level}。价格已达 {value}。' },
    hk: { title: '{symbol} 升至 {value}', body: '您的提醒：{symbol} 達到或高於 {level}。價格已達 {value}。' },
    th: { title: '{symbol} ขึ้นถึง {value}', body: 'การแจ้งเตือนของคุณ: {symbol} ที่ {level} ขึ้นไป ราคาถึง {value}' },
    alb: {
      title: '{symbol} u rrit në {value}',
      body: 'Njoftimi juaj: {symbol} në {level} ose më lart. Çmimi arriti {value}.',
    },
  },
  alert_price_below: {
    en: {
      title: '{symbol} fell to {value}',
      body: 'Your alert: {symbol} at {level} or below. The price reached {value}.',
    },
    de: {
      title: '{symbol} ist auf {value} gefallen',
      body: 'Ihr Alarm: {symbol} bei {level} oder darunter. Der Preis erreichte {value}.',
    },
    fra: {
      title: '{symbol} est descendu à {value}',
      body: 'Votre alerte : {symbol} à {level} ou moins. Le prix a atteint {value}.',
    },
    spa: {
      title: '{symbol} bajó a {value}',
      body: 'Tu alerta: {symbol} a {level} o menos. El precio llegó a {value}.',
    },
    jp: {
      title: '{symbol} が {value} に下落しました',
      body: 'アラート：{symbol} が {level} 以下。価格は {value} に達しました。',
    },
    kor: {
      title: '{symbol} 가격이 {value}(으)로 하락했습니다',
      body: '설정한 알림: {symbol} {level} 이하. 가격이 {value}에 도달했습니다.',
    },
    zh: { title: '{symbol} 跌至 {value}', body: '您的提醒：{symbol} 达到或低于 {level}。价格已达 {value}。' },
    hk: { title: '{symbol} 跌至 {value}', body: '您的提醒：{symbol} 達到或低於 {level}。價格已達 {value}。' },
    th: { title: '{symbol} ลงถึง {value}', body: 'การแจ้งเตือนของคุณ: {symbol} ที่ {level} หรือต่ำกว่า ราคาถึง {value}' },
    alb: {
      title: '{symbol} ra në {value}',
      body: 'Njoftimi juaj: {symbol} në {level} ose më poshtë. Çmimi arriti {value}.',
    },
  },
  alert_change_above: {
    en: {
      title: '{symbol} is up: {value} in 24 hours',
      body: 'Your alert: {symbol} at {level} or more in 24 hours. The change reached {value}.',
    },
    de: {
      title: '{symbol} steigt: {value} in 24 Stunden',
      body: 'Ihr Alarm: {symbol} mit {level} oder mehr in 24 Stunden. Die Änderung erreichte {value}.',
    },
    fra: {
      title: '{symbol} en hausse : {value} en 24 heures',
      body: 'Votre alerte : {symbol} à {level} ou plus en 24 heures. La variation a atteint {value}.',
    },
    spa: {
      title: '{symbol} sube: {value} en 24 horas',
      body: 'Tu alerta: {symbol} con {level} o más en 24 horas. La variación llegó a {value}.',
    },
    jp: {
      title: '{symbol} 上昇：24時間で {value}',
      body: 'アラート：{symbol} の24時間変動率が {level} 以上。変動率は {value} に達しました。',
    },
    kor: {
      title: '{symbol} 상승: 24시간 {value}',
      body: '설정한 알림: {symbol} 24시간 변동률 {level} 이상. 변동률이 {value}에 도달했습니다.',
    },
    zh: {
      title: '{symbol} 上涨：24 小时 {value}',
      body: '您的提醒：{symbol} 24 小时涨跌幅达到或高于 {level}。涨跌幅已达 {value}。',
    },
    hk: {
      title: '{symbol} 上升：24 小時 {value}',
      body: '您的提醒：{symbol} 24 小時升跌幅達到或高於 {level}。升跌幅已達 {value}。',
    },
    th: {
      title: '{symbol} ขึ้น {value} ใน 24 ชั่วโมง',
      body: 'การแจ้งเตือนของคุณ: {symbol} เปลี่ยนแปลง {level} ขึ้นไปใน 24 ชั่วโมง การเปลี่ยนแปลงถึง {value}',
    },
    alb: {
      title: '{symbol} në rritje: {value} në 24 orë',
      body: 'Njoftimi juaj: {symbol} me {level} ose më shumë në 24 orë. Ndryshimi arriti {value}.',
    },
  },
  alert_change_below: {
    en: {
      title: '{symbol} is down: {value} in 24 hours',
      body: 'Your alert: {symbol} at {level} or less in 24 hours. The change reached {value}.',
    },
    de: {
      title: '{symbol} fällt: {value} in 24 Stunden',
      body: 'Ihr Alarm: {symbol} mit {level} oder weniger in 24 Stunden. Die Änderung erreichte {value}.',
    },
    fra: {
      title: '{symbol} en baisse : {value} en 24 heures',
      body: 'Votre alerte : {symbol} à {level} ou moins en 24 heures. La variation a atteint {value}.',
    },
    spa: {
      title: '{symbol} baja: {value} en 24 horas',
      body: 'Tu alerta: {symbol} con {level} o menos en 24 horas. La variación llegó a {value}.',
    },
    jp: {
      title: '{symbol} 下落：24時間で {value}',
      body: 'アラート：{symbol} の24時間変動率が {level} 以下。変動率は {value} に達しました。',
    },
    kor: {
      title: '{symbol} 하락: 24시간 {value}',
      body: '설정한 알림: {symbol} 24시간 변동률 {level} 이하. 변동률이 {value}에 도달했습니다.',
    },
    zh: {
      title: '{symbol} 下跌：24 小时 {value}',
      body: '您的提醒：{symbol} 24 小时涨跌幅达到或低于 {level}。涨跌幅已达 {value}。',
    },
    hk: {
      title: '{symbol} 下跌：24 小時 {value}',
      body: '您的提醒：{symbol} 24 小時升跌幅達到或低於 {level}。升跌幅已達 {value}。',
    },
    th: {
      title: '{symbol} ลง {value} ใน 24 ชั่วโมง',
      body: 'การแจ้งเตือนของคุณ: {symbol} เปลี่ยนแปลง {level} หรือต่ำกว่าใน 24 ชั่วโมง การเปลี่ยนแปลงถึง {value}',
    },
    alb: {
      title: '{symbol} në rënie: {value} në 24 orë',
      body: 'Njoftimi juaj: {symbol} me {level} ose më pak në 24 orë. Ndryshimi arriti {value}.',
    },
  },
};
