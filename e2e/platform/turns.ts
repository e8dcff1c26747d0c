export { DEEP, fewInTurn, inTurn, TURN, TURN_TITLE } from '../../deploy/tools/launcher/src/testing/turns.ts';
