import { answer } from '../../src/platform/process/confined.ts';

await answer((content) => content);
