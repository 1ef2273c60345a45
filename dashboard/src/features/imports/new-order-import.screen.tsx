import { ORDERS } from './kind.ts';
import { NewImport } from './new-import.tsx';

export default () => <NewImport kind={ORDERS} />;
