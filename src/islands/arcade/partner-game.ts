import type { OwnQuest } from './own-game.ts';

/** A partner's game that is played here, as the page passes it in from the catalogue's files. */
export interface PartnerGame {
  /** The name in the address: 'nine-lamps-of-orrin'. */
  readonly slug: string;
  readonly id: number;
  readonly name: string;
  readonly summary: string;
  readonly controls: string;
  /** The address of its page. One on the API's own host begins with a slash. */
  readonly frame: string;
  /** The devices it was made for. */
  readonly devices: readonly ('desktop' | 'mobile')[];
  readonly quests: readonly OwnQuest[];
}
