import { departments } from './group-kind.ts';
import { GroupsPage } from './groups-page.tsx';

export const DepartmentsPage = () => <GroupsPage kind={departments} />;
