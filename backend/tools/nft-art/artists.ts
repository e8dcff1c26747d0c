import { copperChoir } from './artists/copper-choir.ts';
import { halfmoonRadio } from './artists/halfmoon-radio.ts';
import { kumoPress } from './artists/kumo-press.ts';
import { loopwright } from './artists/loopwright.ts';
import { lumenBotanic } from './artists/lumen-botanic.ts';
import { nocturne } from './artists/nocturne.ts';
import { pixelMenagerie } from './artists/pixel-menagerie.ts';
import { saltglass } from './artists/saltglass.ts';
import { slowWater } from './artists/slow-water.ts';
import { studioQuadrat } from './artists/studio-quadrat.ts';
import { tideAndThread } from './artists/tide-and-thread.ts';
import { vectorDrift } from './artists/vector-drift.ts';
import type { Artist } from './piece.ts';

export const artists: readonly Artist[] = [
  saltglass,
  kumoPress,
  lumenBotanic,
  tideAndThread,
  nocturne,
  studioQuadrat,
  pixelMenagerie,
  loopwright,
  halfmoonRadio,
  copperChoir,
  slowWater,
  vectorDrift,
];
