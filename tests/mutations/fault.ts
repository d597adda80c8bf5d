/** A seeded fault: one small, realistic mistake in the product's code that some test has to notice. */
export interface Fault {
  /** Its name on the command line and in the table: 'ledger-sign'. */
  readonly id: string;
  /** From the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. Short and characteristic, so that changes nearby don't affect it. */
  readonly find: string;
  readonly replace: string;
  /** What a player or an operator would suffer, in one sentence. */
  readonly effect: string;
  /**
   * The test files that are expected to notice it. This only saves time: if they don't, all tests that import the file run. A
   * file that no test imports (SQL, configuration) needs the hint.
   */
  readonly proveWith?: readonly string[];
}

/** The faults of one part of the product. */
export interface Area {
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** The file's text with the fault in it. Throws when the text to replace isn't there exactly once. */
export function faulty(fault: Fault, text: string): string {
  const at = text.indexOf(fault.find);
  const where = `The fault "${fault.id}" no longer fits ${fault.file}`;
  if (at < 0) throw new Error(`${where}: its text isn’t there. Find the same mistake in today's code.`);
  if (text.includes(fault.find, at + 1))
    throw new Error(`${where}: its text is there more than once. Make it longer.`);
  return text.slice(0, at) + fault.replace + text.slice(at + fault.find.length);
}
