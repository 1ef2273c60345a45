/** One deadline over all of a send. An AbortSignal would do the same; one for each of thousands a second is felt. */
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

  /** Whoever has the send in hand; the one before no longer does. */
  tell(whoToTell: { expire(): void } | null): void {
    this.#whoToTell = whoToTell;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
