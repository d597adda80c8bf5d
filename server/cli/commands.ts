/** All commands of the operator's command line, by subject. */

import { adminCommands } from './admin-commands.ts';
import type { Command } from './command.ts';
import { playerCommands } from './player-commands.ts';

export const groups: Readonly<Record<string, readonly Command[]>> = { ...playerCommands, ...adminCommands };

export const commands: readonly Command[] = Object.values(groups).flat();
