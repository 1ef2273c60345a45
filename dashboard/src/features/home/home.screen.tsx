import { useSession } from '../../app/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { Notices } from './notices.tsx';

export default function Home() {
  const { tenant, actor } = useSession();
  return (
    <Page title={tenant.name} description={`Good to see you, ${actor.name}.`}>
      <Notices />
    </Page>
  );
}
