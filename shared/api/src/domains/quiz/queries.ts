// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { QuizContract } from './contract.ts';
import { quizRoutes } from './routes.ts';

const { command, query, list } = callsOf<QuizContract>(quizRoutes);

export type Round = Output<QuizContract['GET /quiz/rounds']>['list'][number];
export type RoundDetail = Output<QuizContract['GET /quiz/round']>;
export type Outcome = Round['outcomes'][number];
export type Bet = Output<QuizContract['GET /quiz/bets']>['list'][number];
export type BetDetail = Output<QuizContract['GET /quiz/bet']>;
export type RoundProof = Output<QuizContract['GET /quiz/proof']>;

/** The newest rounds of a kind: `useRounds({ kind: 'realtime', symbol, page: 1, limit: 12 })`. */
export const useRounds = query('GET /quiz/rounds', { quiet: true });

/** Rounds of a kind page by page. */
export const useRoundList = list('GET /quiz/rounds', { quiet: true });

export const useRound = query('GET /quiz/round', { quiet: true });

/** Series that are offered. */
export const useQuizTerms = query('GET /quiz/terms', { quiet: true });

/** Whether the user may bet; fails with `area_unsupported` where the country allows none. */
export const useQuizPermission = query('GET /quiz/permission', { quiet: true });

/** What proves a settlement. */
export const useRoundProof = query('GET /quiz/proof', { quiet: true });

/** Bets on an outcome; after silence it offers to repeat exactly that bet. */
export const usePlaceBet = command('POST /quiz/bet');

/** The user’s bets page by page, newest first. */
export const useBets = list('GET /quiz/bets', { quiet: true });

export const useBet = query('GET /quiz/bet', { quiet: true });

/** Disputes the proposed answer of a question. */
export const useDispute = command('POST /quiz/dispute');
