import { runBackend } from './run.ts';

runBackend();
