/** Asks questions at a terminal, or reads the answers from piped input, one per line. */
import { createInterface } from 'node:readline';
import { CliError } from './session.ts';

export interface Asker {
  /** Asks a question. With `hidden`, typed text isn't shown. Throws if the input has ended. */
  ask(question: string, hidden?: boolean): Promise<string>;
  close(): void;
}

export function createAsker(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Asker {
  const isTerminal = input.isTTY === true;
  let hides = false;
  const lines = createInterface({ input, output, terminal: isTerminal });
  const write = output.write.bind(output);
  // The line editor echoes typed text. While a password is typed, only the question and the line break are written.
  if (isTerminal)
    output.write = ((chunk: string | Uint8Array, ...rest: []) =>
      hides && !String(chunk).includes('\n') ? true : write(chunk, ...rest)) as typeof output.write;
  const waiting: string[] = [];
  let next: ((line: string | null) => void) | null = null;
  let ended = false;
  lines.on('line', (line) => {
    if (next) next(line);
    else waiting.push(line);
    next = null;
  });
  lines.on('close', () => {
    ended = true;
    next?.(null);
  });
  return {
    async ask(question, hidden = false) {
      write(question);
      hides = hidden;
      const line =
        waiting.shift() ??
        (ended
          ? null
          : await new Promise<string | null>((resolve) => {
              next = resolve;
            }));
      hides = false;
      if (line === null) throw new CliError('No answer was given.');
      if (!isTerminal || hidden) write('\n');
      return line.trim();
    },
    close: () => lines.close(),
  };
}
