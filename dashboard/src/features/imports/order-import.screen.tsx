import { ImportPage } from './import-page.tsx';
import { ORDERS } from './kind.ts';

export default () => <ImportPage kind={ORDERS} />;
