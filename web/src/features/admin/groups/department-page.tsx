import { departments } from './group-kind.ts';
import { GroupPage } from './group-page.tsx';

export const DepartmentPage = () => <GroupPage kind={departments} />;
