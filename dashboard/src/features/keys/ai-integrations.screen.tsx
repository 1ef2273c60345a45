import { KeyList } from './key-list.tsx';

export default () => <KeyList title="AI integrations" />;
