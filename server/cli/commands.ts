/** All commands of the operator's command line, by subject. */

import { adminCommands } from './admin-commands.ts';
import type { Command } from './command.ts';
import { playerCommands } from './player-commands.ts';

export const groups: Readonly<Record<string, readonly Command[]>> = { ...playerCommands, ...adminCommands };

/** What commands were called before they had the words of the screens. `cli.ts` still reads them. */
const formerly: readonly (readonly [old: string, now: string])[] = [
  ['opinions', 'reviews'],
  ['opinion', 'review'],
  ['disputes', 'problem reports'],
  ['dispute', 'problem report'],
  ['threads', 'conversations'],
  ['thread', 'conversation'],
  ['contests', 'giveaways'],
  ['contest call-off', 'giveaway cancel'],
  ['contest', 'giveaway'],
];

/**
 * Returns the arguments in today's words: ['--json', 'contest', '3'] → ['--json', 'giveaway', '3']. Null if they are already.
 * `--server` and `--key` may have their value after a space.
 */
export function renamed(given: readonly string[]): { words: string[]; old: string; now: string } | null {
  const at = given.findIndex(
    (word, index) => !word.startsWith('-') && !['--server', '--key'].includes(given[index - 1] ?? ''),
  );
  const rest = at < 0 ? [] : given.slice(at);
  for (const [old, now] of formerly) {
    const length = old.split(' ').length;
    if (rest.slice(0, length).join(' ') !== old) continue;
    return { words: [...given.slice(0, at), ...now.split(' '), ...rest.slice(length)], old, now };
  }
  return null;
}

export const commands: readonly Command[] = Object.values(groups).flat();
