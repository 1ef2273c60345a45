import type { Item } from '../../api.ts';

export type Member = Item<'listStaff'>;
