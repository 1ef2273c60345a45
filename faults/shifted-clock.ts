/** Loaded before a program whose clock is to be wrong: what that machine takes for the time. The time that passes is as ever. */
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
