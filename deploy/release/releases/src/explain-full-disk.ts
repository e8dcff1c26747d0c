// Imported by programs that write: one that ends because the disk is full says so in a sentence, without a stack.
import { diskProblem } from '@tessera/object-storage';

process.on('uncaughtException', (error) => {
  console.error(diskProblem(error) ?? error);
  process.exit(1);
});
