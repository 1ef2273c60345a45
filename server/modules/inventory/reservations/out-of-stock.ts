import { AppError } from '#kernel/errors.ts';

export type Lacking = { sku: string; wanted: number; available: number };

/** All lines at once, so that a client can correct them together. */
export function outOfStock(lacking: Lacking[]): AppError {
  const [first] = lacking as [Lacking];
  const message =
    lacking.length === 1
      ? `"${first.sku}" has ${first.available} left, not ${first.wanted}.`
      : `${lacking.length} SKUs have less left than was asked for.`;
  return new AppError('out_of_stock', message, lacking);
}
