/** Loaded before a program with a wrong clock: shifts its wall-clock time. Elapsed time stays correct. */
const shift = Number(process.env.SHIFT_CLOCK_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts: []) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
} as DateConstructor;
