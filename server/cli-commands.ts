/** What the operator's command line can do, by what it is about. */
import type { Command } from './cli-command.ts';
import { houseCommands } from './cli-commands-house.ts';
import { playerCommands } from './cli-commands-players.ts';

export const groups: Readonly<Record<string, readonly Command[]>> = { ...playerCommands, ...houseCommands };

export const commands: readonly Command[] = Object.values(groups).flat();
