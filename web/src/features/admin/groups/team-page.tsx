import { teams } from './group-kind.ts';
import { GroupPage } from './group-page.tsx';

export const TeamPage = () => <GroupPage kind={teams} />;
