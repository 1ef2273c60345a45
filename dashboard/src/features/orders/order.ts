import type { Data } from '../../api.ts';

export type Order = Data<'getOrder'>;
export type Line = Order['items'][number];
