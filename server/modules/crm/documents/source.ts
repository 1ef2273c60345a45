/** The contents of a document. */
import type { Order } from '../orders/fields.ts';

export type Address = { [part: string]: string | null | undefined };

export type Sender = {
  name: string;
  timeZone: string;
  locale: string | null;
  address: Address | null;
  taxNumber: string | null;
  logoAssetId: string | null;
};

export const KINDS = ['invoice', 'packing-slip'] as const;
export type Kind = (typeof KINDS)[number];

/** Everything that a document shows. */
export type Source = {
  order: Omit<Order, 'metadata'>;
  customerName: string;
  sender: Sender;
  /** As PNG. */
  logo: Uint8Array | null;
  madeAt: Date;
};
