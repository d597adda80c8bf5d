/**
 * Prints the output of steps that run at the same time, each in one piece and in order. The first unfinished step prints
 * immediately; the others wait.
 */
export class StepOutputs<T extends { readonly title: string }> {
  readonly #order: readonly T[];
  readonly #print: (text: string) => void;
  readonly #held = new Map<T, string>();
  readonly #over = new Set<T>();
  #speaking = 0;

  constructor(order: readonly T[], print: (text: string) => void) {
    this.#order = order;
    this.#print = print;
    for (const step of order) this.#held.set(step, `\n== ${step.title}\n`);
  }

  write(step: T, text: string): void {
    this.#held.set(step, (this.#held.get(step) ?? '') + text);
    this.#speak();
  }

  /** Ends a step. `text` is its last output. */
  end(step: T, text: string): void {
    this.#over.add(step);
    this.write(step, text);
  }

  #speak(): void {
    for (const step of this.#order.slice(this.#speaking)) {
      this.#print(this.#held.get(step) ?? '');
      this.#held.set(step, '');
      if (!this.#over.has(step)) return;
      this.#speaking++;
    }
  }
}
