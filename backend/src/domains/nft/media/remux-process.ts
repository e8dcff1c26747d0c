import { answer } from '../../../platform/process/confined.ts';
import { remux } from './remux.ts';

/* Reads and writes containers, confined: a file that was made for it could keep a processor busy or fill the memory. */

await answer(remux);
