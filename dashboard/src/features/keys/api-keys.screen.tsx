import { KeyList } from './key-list.tsx';

export default () => <KeyList title="API keys" />;
