import { teams } from './group-kind.ts';
import { GroupsPage } from './groups-page.tsx';

export const TeamsPage = () => <GroupsPage kind={teams} />;
