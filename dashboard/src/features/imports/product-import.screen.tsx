import { ImportPage } from './import-page.tsx';
import { PRODUCTS } from './kind.ts';

export default () => <ImportPage kind={PRODUCTS} />;
