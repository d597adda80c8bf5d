/** Landmarks that a tower grows past. A ticket is one metre high. */
interface Landmark {
  /** The text that follows "As tall as". */
  readonly name: string;
  readonly metres: number;
}

export const landmarks: readonly Landmark[] = [
  // 45 feet: hollywoodsign.org, "The Sign".
  { name: 'a Hollywood Sign letter', metres: 13.7 },
  // 66 feet: Encyclopædia Britannica, "Great Sphinx of Giza".
  { name: 'the Great Sphinx', metres: 20 },
  // 98 feet without its base: Encyclopædia Britannica, "Christ the Redeemer".
  { name: 'Christ the Redeemer', metres: 30 },
  // 151 feet from heel to torch: US National Park Service, "Statue of Liberty: Statistics".
  { name: 'the Statue of Liberty', metres: 46 },
  // At its high side: Opera della Primaziale Pisana, "The Tower".
  { name: 'the Leaning Tower of Pisa', metres: 56.7 },
  // 305 feet from the ground to the torch: US National Park Service, as above.
  { name: 'Liberty on her pedestal', metres: 93 },
  // 316 feet: UK Parliament, "Elizabeth Tower and Big Ben".
  { name: 'the tower of Big Ben', metres: 96.3 },
];

/** Returns the number of tickets needed to reach it. */
export const rowOf = ({ metres }: Landmark): number => Math.ceil(metres);

/** Returns the landmark that a tower of this many tickets has just reached. */
export const reachedBy = (rows: number): Landmark | undefined =>
  landmarks.find((landmark) => rowOf(landmark) === rows);

/** Returns the tallest landmark that a tower of this many tickets has reached. */
export const tallestBelow = (rows: number): Landmark | undefined =>
  landmarks.findLast((landmark) => rowOf(landmark) <= rows);
