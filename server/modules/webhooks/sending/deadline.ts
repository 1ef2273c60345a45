/** One deadline for a whole send. An AbortSignal would do the same, but thousands of them a second are too slow. */
export class Deadline {
  isOver = false;
  #whoToTell: { expire(): void } | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#whoToTell?.expire();
    }, milliseconds);
  }

  /** Sets the one listener of the deadline, which replaces the previous one. */
  tell(whoToTell: { expire(): void } | null): void {
    this.#whoToTell = whoToTell;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
