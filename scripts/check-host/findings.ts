/** What was found at a host, a line each. */
export interface Finding {
  /** 'look': nothing is broken yet, or it couldn't be tried. 'wrong': the command ends with 1. */
  readonly kind: 'ok' | 'look' | 'wrong';
  /** What follows the host's name. */
  readonly words: string;
}

export interface Place {
  /** Its name: 'play.example'. */
  readonly host: string;
  readonly port: number;
  /** Where it is asked: its name, or an address that the name doesn't lead to yet. */
  readonly address: string;
}
