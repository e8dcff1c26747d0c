export { learnTime } from '@tessera/api/host';
export { holdDate } from './date.ts';
export {
  type ExchangeHandler,
  type ExchangeHandlers,
  type ExchangeRequest,
  endSession,
  type FakeExchange,
  fakeExchange,
  idempotently,
  pageOf,
  reject,
  silence,
} from './exchange.ts';
export {
  collectToasts,
  demoUser,
  emit,
  enterPayPassword,
  showScreen,
  signIn,
  signOut,
  startScreens,
  testScreens,
} from './screen.tsx';
