/** Builds the shop's files. */
import { SHOP } from '../dashboard/built.ts';
import { bundle } from '../dashboard/bundle.ts';

await bundle(SHOP);
