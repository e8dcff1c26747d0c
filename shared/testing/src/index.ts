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
  enterPayPassword,
  showScreen,
  signIn,
  signOut,
  startScreens,
  testScreens,
} from './screen.tsx';
