import type { Localised } from '@tessera/api/kit/localised';

/** A token of the demonstration. */
export type Demonstration = {
  readonly code: string;
  readonly name: string;
  /** Of its first sale, USDT. */
  readonly price: string;
};

/** In the order of their turns. */
export const DEMONSTRATIONS: readonly Demonstration[] = [
  { code: 'OPUS', name: 'Opus', price: '0.5' },
  { code: 'KILN', name: 'Kiln', price: '1.2' },
  { code: 'FRIT', name: 'Frit', price: '0.08' },
  { code: 'SMALTI', name: 'Smalti', price: '2.4' },
  { code: 'GLAZE', name: 'Glaze', price: '0.25' },
  { code: 'MOSA', name: 'Mosa', price: '0.9' },
];

/** What is said of each of them. */
export const DESCRIPTION: Localised = {
  en: 'A demonstration token. It has no project behind it and no worth outside this demonstration; it is sold, allotted, locked and listed exactly as a real one would be.',
  zh: '演示代币，背后没有真实项目，在本演示之外没有任何价值；其认购、分配、锁定和上市流程与真实代币完全一致。',
  hk: '示範代幣，背後沒有真實項目，在本示範以外沒有任何價值；其認購、分配、鎖定和上市流程與真實代幣完全一致。',
  th: 'โทเค็นสาธิต ไม่มีโครงการจริงรองรับและไม่มีมูลค่านอกการสาธิตนี้ แต่ขั้นตอนการจอง จัดสรร ล็อก และลิสต์เหมือนโทเค็นจริงทุกประการ',
  de: 'Ein Demonstrations-Token: Dahinter steht kein Projekt, und außerhalb dieser Demonstration hat er keinen Wert. Verkauf, Zuteilung, Sperre und Notierung laufen genau wie bei einem echten Token.',
  alb: 'Token demonstrues: nuk ka projekt pas tij dhe nuk ka vlerë jashtë këtij demonstrimi. Shitet, caktohet, bllokohet dhe listohet saktësisht si një token i vërtetë.',
  jp: 'デモ用トークンです。実在のプロジェクトはなく、このデモ以外での価値はありません。申込、割当、ロック、上場の流れは実際のトークンとまったく同じです。',
  kor: '데모용 토큰입니다. 실제 프로젝트가 없으며 이 데모 밖에서는 가치가 없습니다. 청약, 배정, 잠금, 상장 절차는 실제 토큰과 완전히 동일합니다.',
  fra: 'Jeton de démonstration : aucun projet derrière lui, aucune valeur en dehors de cette démonstration. Il est vendu, attribué, bloqué et coté exactement comme un vrai jeton.',
  spa: 'Token de demostración: no hay ningún proyecto detrás ni tiene valor fuera de esta demostración. Se vende, asigna, bloquea y cotiza exactamente como uno real.',
};
