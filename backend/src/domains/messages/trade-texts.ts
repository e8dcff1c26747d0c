import type { LanguageCode } from '@tessera/api/rules';
import type { MessageText } from './texts.ts';

export type TradeMessageKind =
  | 'order_bought'
  | 'order_sold'
  | 'orders_filled'
  | 'position_liquidated'
  | 'positions_liquidated'
  | 'position_deleveraged'
  | 'positions_deleveraged'
  | 'option_settled'
  | 'options_settled';

/** What users are told of their trading; the plural kinds stand for several events. */
export const TRADE_TEXTS: Readonly<Record<TradeMessageKind, Readonly<Record<LanguageCode, MessageText>>>> = {
  order_bought: {
    en: { title: 'Buy order filled: {symbol}', body: 'Bought {amount} at {price} on average.' },
    zh: { title: '买单已成交：{symbol}', body: '已买入 {amount}，成交均价 {price}。' },
    hk: { title: '買單已成交：{symbol}', body: '已買入 {amount}，成交均價 {price}。' },
    th: { title: 'คำสั่งซื้อจับคู่แล้ว: {symbol}', body: 'ซื้อ {amount} ที่ราคาเฉลี่ย {price}' },
    de: { title: 'Kauforder ausgeführt: {symbol}', body: '{amount} gekauft, Durchschnittspreis {price}.' },
    alb: { title: 'Urdhri i blerjes u ekzekutua: {symbol}', body: 'U blenë {amount} me çmim mesatar {price}.' },
    jp: { title: '買い注文が約定しました：{symbol}', body: '{amount} を平均価格 {price} で購入しました。' },
    kor: { title: '매수 주문 체결: {symbol}', body: '{amount}을(를) 평균 {price}에 매수했습니다.' },
    fra: { title: 'Ordre d’achat exécuté : {symbol}', body: '{amount} achetés au prix moyen de {price}.' },
    spa: { title: 'Orden de compra ejecutada: {symbol}', body: 'Compraste {amount} a un precio medio de {price}.' },
  },
  order_sold: {
    en: { title: 'Sell order filled: {symbol}', body: 'Sold {amount} at {price} on average.' },
    zh: { title: '卖单已成交：{symbol}', body: '已卖出 {amount}，成交均价 {price}。' },
    hk: { title: '賣單已成交：{symbol}', body: '已賣出 {amount}，成交均價 {price}。' },
    th: { title: 'คำสั่งขายจับคู่แล้ว: {symbol}', body: 'ขาย {amount} ที่ราคาเฉลี่ย {price}' },
    de: { title: 'Verkaufsorder ausgeführt: {symbol}', body: '{amount} verkauft, Durchschnittspreis {price}.' },
    alb: { title: 'Urdhri i shitjes u ekzekutua: {symbol}', body: 'U shitën {amount} me çmim mesatar {price}.' },
    jp: { title: '売り注文が約定しました：{symbol}', body: '{amount} を平均価格 {price} で売却しました。' },
    kor: { title: '매도 주문 체결: {symbol}', body: '{amount}을(를) 평균 {price}에 매도했습니다.' },
    fra: { title: 'Ordre de vente exécuté : {symbol}', body: '{amount} vendus au prix moyen de {price}.' },
    spa: { title: 'Orden de venta ejecutada: {symbol}', body: 'Vendiste {amount} a un precio medio de {price}.' },
  },
  orders_filled: {
    en: { title: 'Orders filled: {count}', body: '{symbols}. All fills are in your order history.' },
    zh: { title: '已成交订单：{count} 笔', body: '{symbols}。全部成交请见订单记录。' },
    hk: { title: '已成交訂單：{count} 筆', body: '{symbols}。全部成交請見訂單記錄。' },
    th: { title: 'คำสั่งที่จับคู่แล้ว: {count}', body: '{symbols} ดูรายการที่จับคู่ทั้งหมดได้ในประวัติคำสั่ง' },
    de: { title: 'Ausgeführte Orders: {count}', body: '{symbols}. Alle Ausführungen stehen in Ihrem Orderverlauf.' },
    alb: {
      title: 'Urdhra të ekzekutuar: {count}',
      body: '{symbols}. Të gjitha ekzekutimet janë te historiku i urdhrave.',
    },
    jp: { title: '約定した注文：{count} 件', body: '{symbols}。すべての約定は注文履歴でご確認いただけます。' },
    kor: { title: '체결된 주문: {count}건', body: '{symbols}. 전체 체결은 주문 내역에서 확인하세요.' },
    fra: {
      title: 'Ordres exécutés : {count}',
      body: '{symbols}. Toutes les exécutions figurent dans l’historique des ordres.',
    },
    spa: {
      title: 'Órdenes ejecutadas: {count}',
      body: '{symbols}. Todas las ejecuciones están en tu historial de órdenes.',
    },
  },
  position_liquidated: {
    en: {
      title: 'Position liquidated: {symbol}',
      body: 'The margin no longer covered the position: {amount} was closed at {price}.',
    },
    zh: { title: '仓位已被强平：{symbol}', body: '保证金不足，{amount} 已以 {price} 强制平仓。' },
    hk: { title: '倉位已被強制平倉：{symbol}', body: '保證金不足，{amount} 已以 {price} 強制平倉。' },
    th: { title: 'สถานะถูกบังคับปิด: {symbol}', body: 'หลักประกันไม่เพียงพอ จึงปิด {amount} ที่ราคา {price}' },
    de: {
      title: 'Position liquidiert: {symbol}',
      body: 'Die Margin deckte die Position nicht mehr: {amount} wurde zu {price} geschlossen.',
    },
    alb: {
      title: 'Pozicioni u likuidua: {symbol}',
      body: 'Marzhi nuk e mbulonte më pozicionin: {amount} u mbyll me {price}.',
    },
    jp: {
      title: 'ポジションが強制決済されました：{symbol}',
      body: '証拠金が不足したため、{amount} を {price} で決済しました。',
    },
    kor: { title: '포지션 강제 청산: {symbol}', body: '증거금이 부족하여 {amount}이(가) {price}에 청산되었습니다.' },
    fra: {
      title: 'Position liquidée : {symbol}',
      body: 'La marge ne couvrait plus la position : {amount} clôturé à {price}.',
    },
    spa: {
      title: 'Posición liquidada: {symbol}',
      body: 'El margen ya no cubría la posición: se cerró {amount} a {price}.',
    },
  },
  positions_liquidated: {
    en: { title: 'Liquidations: {count}', body: '{symbols}. The margin no longer covered these positions.' },
    zh: { title: '强平：{count} 笔', body: '{symbols}。这些仓位的保证金不足。' },
    hk: { title: '強制平倉：{count} 筆', body: '{symbols}。這些倉位的保證金不足。' },
    th: { title: 'การบังคับปิดสถานะ: {count}', body: '{symbols} หลักประกันของสถานะเหล่านี้ไม่เพียงพอ' },
    de: { title: 'Liquidationen: {count}', body: '{symbols}. Die Margin deckte diese Positionen nicht mehr.' },
    alb: { title: 'Likuidime: {count}', body: '{symbols}. Marzhi nuk i mbulonte më këto pozicione.' },
    jp: { title: '強制決済：{count} 件', body: '{symbols}。これらのポジションの証拠金が不足しました。' },
    kor: { title: '강제 청산: {count}건', body: '{symbols}. 해당 포지션의 증거금이 부족했습니다.' },
    fra: { title: 'Liquidations : {count}', body: '{symbols}. La marge ne couvrait plus ces positions.' },
    spa: { title: 'Liquidaciones: {count}', body: '{symbols}. El margen ya no cubría estas posiciones.' },
  },
  position_deleveraged: {
    en: {
      title: 'Position reduced: {symbol}',
      body: 'A position across from yours ran out of margin and the book was empty: {amount} of your profitable position was closed at {price}, without a fee (auto-deleveraging).',
    },
    zh: {
      title: '仓位已被自动减仓：{symbol}',
      body: '对手仓位保证金耗尽且订单簿无流动性，您的盈利仓位已有 {amount} 以 {price} 平仓，不收手续费（自动减仓）。',
    },
    hk: {
      title: '倉位已被自動減倉：{symbol}',
      body: '對手倉位保證金耗盡且訂單簿無流動性，您的盈利倉位已有 {amount} 以 {price} 平倉，不收手續費（自動減倉）。',
    },
    th: {
      title: 'สถานะถูกลดอัตโนมัติ: {symbol}',
      body: 'สถานะฝั่งตรงข้ามหมดหลักประกันและไม่มีสภาพคล่องในออร์เดอร์บุ๊ก จึงปิดสถานะที่มีกำไรของคุณ {amount} ที่ราคา {price} โดยไม่คิดค่าธรรมเนียม (ADL)',
    },
    de: {
      title: 'Position reduziert: {symbol}',
      body: 'Die Margin einer Gegenposition war aufgebraucht und das Orderbuch leer: {amount} Ihrer Position im Gewinn wurde zu {price} gebührenfrei geschlossen (Auto-Deleveraging).',
    },
    alb: {
      title: 'Pozicioni u zvogëlua: {symbol}',
      body: 'Një pozicion përballë mbeti pa marzh dhe libri ishte bosh: {amount} e pozicionit tuaj me fitim u mbyll me {price}, pa tarifë (auto-deleveraging).',
    },
    jp: {
      title: 'ポジションが自動減少されました：{symbol}',
      body: '反対側のポジションの証拠金が尽き、板に注文がなかったため、利益の出ているポジション {amount} を {price} で手数料なしで決済しました（ADL）。',
    },
    kor: {
      title: '포지션 자동 축소: {symbol}',
      body: '반대 포지션의 증거금이 소진되고 호가가 없어 수익 중인 포지션 {amount}이(가) {price}에 수수료 없이 청산되었습니다(ADL).',
    },
    fra: {
      title: 'Position réduite : {symbol}',
      body: 'La marge d’une position opposée était épuisée et le carnet vide : {amount} de votre position gagnante clôturé à {price}, sans frais (auto-deleveraging).',
    },
    spa: {
      title: 'Posición reducida: {symbol}',
      body: 'Una posición contraria agotó su margen y el libro estaba vacío: se cerró {amount} de tu posición con ganancia a {price}, sin comisión (auto-deleveraging).',
    },
  },
  positions_deleveraged: {
    en: {
      title: 'Positions reduced: {count}',
      body: '{symbols}. Auto-deleveraging closed part of your profitable positions without a fee. The prices are in your order history.',
    },
    zh: {
      title: '自动减仓：{count} 笔',
      body: '{symbols}。您的盈利仓位已被部分自动减仓，不收手续费。价格请见订单记录。',
    },
    hk: {
      title: '自動減倉：{count} 筆',
      body: '{symbols}。您的盈利倉位已被部分自動減倉，不收手續費。價格請見訂單記錄。',
    },
    th: {
      title: 'สถานะที่ถูกลดอัตโนมัติ: {count}',
      body: '{symbols} ระบบ ADL ปิดสถานะที่มีกำไรบางส่วนโดยไม่คิดค่าธรรมเนียม ดูราคาได้ในประวัติคำสั่ง',
    },
    de: {
      title: 'Reduzierte Positionen: {count}',
      body: '{symbols}. Auto-Deleveraging hat Positionen im Gewinn gebührenfrei reduziert. Die Preise stehen in Ihrem Orderverlauf.',
    },
    alb: {
      title: 'Pozicione të zvogëluara: {count}',
      body: '{symbols}. Auto-deleveraging zvogëloi pozicione me fitim pa tarifë. Çmimet janë te historiku i urdhrave.',
    },
    jp: {
      title: '自動減少されたポジション：{count} 件',
      body: '{symbols}。利益の出ているポジションがADLにより手数料なしで減少しました。価格は注文履歴でご確認いただけます。',
    },
    kor: {
      title: '자동 축소된 포지션: {count}건',
      body: '{symbols}. 수익 중인 포지션이 ADL로 수수료 없이 축소되었습니다. 가격은 주문 내역에서 확인하세요.',
    },
    fra: {
      title: 'Positions réduites : {count}',
      body: '{symbols}. L’auto-deleveraging a réduit sans frais des positions gagnantes. Les prix figurent dans l’historique des ordres.',
    },
    spa: {
      title: 'Posiciones reducidas: {count}',
      body: '{symbols}. El auto-deleveraging redujo sin comisión posiciones con ganancia. Los precios están en tu historial de órdenes.',
    },
  },
  option_settled: {
    en: { title: 'Option settled: {symbol}', body: 'Paid out: {amount}.' },
    zh: { title: '期权已结算：{symbol}', body: '已支付：{amount}。' },
    hk: { title: '期權已結算：{symbol}', body: '派付金額：{amount}。' },
    th: { title: 'ออปชันชำระราคาแล้ว: {symbol}', body: 'จ่ายแล้ว: {amount}' },
    de: { title: 'Option abgerechnet: {symbol}', body: 'Ausgezahlt: {amount}.' },
    alb: { title: 'Opsioni u shlye: {symbol}', body: 'U pagua: {amount}.' },
    jp: { title: 'オプションが決済されました：{symbol}', body: '支払額：{amount}' },
    kor: { title: '옵션 정산 완료: {symbol}', body: '지급액: {amount}' },
    fra: { title: 'Option réglée : {symbol}', body: 'Montant versé : {amount}.' },
    spa: { title: 'Opción liquidada: {symbol}', body: 'Importe pagado: {amount}.' },
  },
  options_settled: {
    en: { title: 'Options settled: {count}', body: '{symbols}. The results are in your order history.' },
    zh: { title: '已结算期权：{count} 笔', body: '{symbols}。结果请见订单记录。' },
    hk: { title: '已結算期權：{count} 筆', body: '{symbols}。結果請見訂單記錄。' },
    th: { title: 'ออปชันที่ชำระราคาแล้ว: {count}', body: '{symbols} ดูผลได้ในประวัติคำสั่ง' },
    de: { title: 'Abgerechnete Optionen: {count}', body: '{symbols}. Die Ergebnisse stehen in Ihrem Orderverlauf.' },
    alb: { title: 'Opsione të shlyera: {count}', body: '{symbols}. Rezultatet janë te historiku i urdhrave.' },
    jp: { title: '決済されたオプション：{count} 件', body: '{symbols}。結果は注文履歴でご確認いただけます。' },
    kor: { title: '정산된 옵션: {count}건', body: '{symbols}. 결과는 주문 내역에서 확인하세요.' },
    fra: {
      title: 'Options réglées : {count}',
      body: '{symbols}. Les résultats figurent dans l’historique des ordres.',
    },
    spa: { title: 'Opciones liquidadas: {count}', body: '{symbols}. Los resultados están en tu historial de órdenes.' },
  },
};
