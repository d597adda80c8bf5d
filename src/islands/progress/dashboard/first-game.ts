/** The game that someone without points is sent to: one of our own, handed in by the page from the catalogue. */
export interface FirstGame {
  /** The name of its rules in lib/arcade, and in the address of its stage. */
  readonly arcade: string;
  readonly name: string;
}
