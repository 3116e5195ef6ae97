import { type Company, currency, domain, type Saved } from './company.ts';
import { mailName, phoneOf } from './people.ts';
import { at } from './random.ts';

type User = Saved<{ firstName: string; lastName: string; email: string }>;

/** The users of the demo company, by role. */
export interface Staff {
  readonly all: readonly User[];
  readonly director: User;
  readonly salesLead: User;
  readonly sales: readonly User[];
  readonly marketing: readonly User[];
  readonly service: readonly User[];
  readonly success: readonly User[];
  readonly logistics: User;
  readonly departments: ReadonlyMap<string, Saved>;
  readonly teams: ReadonlyMap<string, Saved>;
}

const departments = [
  ['Management', 'MGT', 400_000],
  ['Sales', 'SAL', 1_200_000],
  ['Marketing', 'MKT', 650_000],
  ['Service', 'SRV', 980_000],
  ['Customer Success', 'CSM', 420_000],
  ['Operations', 'OPS', 560_000],
] as const;

const roles = [
  [
    'sales-manager',
    'Leads the sales team.',
    ['*:read', 'sales:write', 'communications:write', 'customerSuccess:write'],
  ],
  [
    'sales-representative',
    'Works on accounts of the own team.',
    ['*:read', 'sales:write:team', 'communications:write'],
  ],
  ['marketer', 'Runs campaigns.', ['*:read', 'marketing:write', 'communications:write', 'forms:write']],
  ['service-technician', 'Handles tickets and machines.', ['*:read', 'ui:write', 'support:write', 'inventory:write']],
  ['success-manager', 'Keeps customers happy.', ['*:read', 'customerSuccess:write', 'sales:write:own', 'ui:write']],
] as const;

/** Name, job, department, role, and whether they lead the department. */
const people = [
  ['Nora Lindqvist', 'Managing Director', 'Management', 'sales-manager', true],
  ['Tom Okafor', 'Head of Sales', 'Sales', 'sales-manager', true],
  ['Ines Duarte', 'Account Executive', 'Sales', 'sales-representative', false],
  ['Jonas Weber', 'Account Executive', 'Sales', 'sales-representative', false],
  ['Priya Nair', 'Account Executive', 'Sales', 'sales-representative', false],
  ['Marcus Hill', 'Sales Development Representative', 'Sales', 'sales-representative', false],
  ['Lena Fischer', 'Head of Marketing', 'Marketing', 'marketer', true],
  ['Owen Clarke', 'Content Specialist', 'Marketing', 'marketer', false],
  ['Sofia Rossi', 'Head of Service', 'Service', 'service-technician', true],
  ['Daniel Kim', 'Service Technician', 'Service', 'service-technician', false],
  ['Amara Diallo', 'Service Technician', 'Service', 'service-technician', false],
  ['Grace Miller', 'Head of Customer Success', 'Customer Success', 'success-manager', true],
  ['Hugo Martin', 'Customer Success Manager', 'Customer Success', 'success-manager', false],
  ['Yuki Tanaka', 'Warehouse Manager', 'Operations', 'service-technician', true],
] as const;

export async function createStaff(company: Company): Promise<Staff> {
  const madeDepartments = await company.addMissing(
    'identity.departments',
    departments.map(([name, code, budget]) => ({
      name,
      code: `KC-${code}`,
      budget,
      currency,
      costCenter: `KC-${code}-100`,
      email: `${name.toLowerCase().replace(' ', '-')}@${domain}`,
      location: 'Portland',
    })),
  );
  const byName = new Map(madeDepartments.map((department) => [department.name, department]));
  await company.addMissing(
    'identity.roles',
    roles.map(([name, description, permissions]) => ({ name, description, permissions })),
  );
  const all = await createUsers(company, byName);
  const inDepartment = (name: string) => all.filter((_, index) => people[index]?.[2] === name);
  const staff = {
    all,
    director: at(all, 0),
    salesLead: at(all, 1),
    sales: inDepartment('Sales').slice(1),
    marketing: inDepartment('Marketing'),
    service: inDepartment('Service'),
    success: inDepartment('Customer Success'),
    logistics: at(inDepartment('Operations'), 0),
    departments: byName,
  };
  const teams = await createTeams(company, staff);
  await createEmployees(company, all, byName);
  await createContractors(company, staff);
  return { ...staff, teams };
}

async function createUsers(company: Company, byName: ReadonlyMap<string, Saved>): Promise<User[]> {
  const users: User[] = [];
  const leads = new Map<string, User>();
  for (const [name, title, department, role, leading] of people) {
    const [firstName = '', lastName = ''] = name.split(' ');
    const manager = leading ? users[0] : leads.get(department);
    const user = await company.add('identity.users', {
      firstName,
      lastName,
      email: `${mailName({ firstName, lastName })}@${domain}`,
      title,
      roles: [role],
      departmentId: byName.get(department)?._id ?? null,
      managerId: manager?._id ?? null,
      phone: phoneOf(company.random),
      language: 'en',
      timeZone: 'America/Los_Angeles',
      currency,
      signature: `${name}\n${title}, Kestrel Coffee Systems`,
    });
    users.push(user);
    if (leading) leads.set(department, user);
    await company.add('identity.departmentUsers', {
      departmentId: byName.get(department)?._id,
      userId: user._id,
      role: leading ? 'manager' : 'member',
      isPrimary: true,
      startDate: company.day(-300 - users.length * 40),
    });
  }
  return users;
}

async function createTeams(company: Company, staff: Omit<Staff, 'teams'>): Promise<Map<string, Saved>> {
  const plans = [
    ['Offices & Hotels', '#1565c0', 'Sales', staff.sales.slice(0, 2)],
    ['Health & Education', '#2e7d32', 'Sales', staff.sales.slice(2)],
    ['Brand', '#ad1457', 'Marketing', staff.marketing],
    ['Field Service', '#ef6c00', 'Service', staff.service],
    ['Success', '#6a1b9a', 'Customer Success', staff.success],
  ] as const;
  const teams = new Map<string, Saved>();
  for (const [name, color, department, members] of plans) {
    const lead = department === 'Sales' ? staff.salesLead : at(members, 0);
    const [team] = await company.addMissing('identity.teams', [
      { name, color, leadId: lead._id, departmentId: staff.departments.get(department)?._id },
    ]);
    if (!team) continue;
    teams.set(name, team);
    for (const user of new Set([lead, ...members])) {
      const role = user === lead ? 'lead' : 'member';
      await company.add('identity.teamUsers', {
        teamId: team._id,
        userId: user._id,
        role,
        joinedAt: company.time(-240),
      });
    }
  }
  return teams;
}

async function createEmployees(company: Company, users: readonly User[], byName: ReadonlyMap<string, Saved>) {
  const leads = new Map<string, Saved>();
  for (const [index, user] of users.entries()) {
    const [, jobTitle, department, , leading] = at(people, index);
    const manager = leading ? leads.get('Management') : leads.get(department);
    const employee = await company.add('identity.employees', {
      firstName: user.firstName,
      lastName: user.lastName,
      userId: user._id,
      employeeNumber: `KC-${String(index + 1).padStart(3, '0')}`,
      email: user.email,
      jobTitle,
      departmentId: byName.get(department)?._id ?? null,
      managerId: manager?._id ?? null,
      status: index === 9 ? 'onLeave' : 'active',
      employmentType: index === 7 ? 'partTime' : 'fullTime',
      workMode: company.random.pick(['office', 'hybrid', 'remote']),
      workLocation: 'Portland',
      hireDate: company.day(-340 - index * 45),
      weeklyHours: index === 7 ? 24 : 40,
      vacationDays: 22,
    });
    if (leading) leads.set(department, employee);
  }
}

const createContractors = (company: Company, staff: Omit<Staff, 'teams'>) =>
  company.addAll('identity.contractors', [
    {
      firstName: 'Ravi',
      lastName: 'Menon',
      company: 'Menon Water Engineering',
      email: 'ravi@menonwater.example',
      jobTitle: 'Water treatment engineer',
      services: 'Water analysis and filter dimensioning before large installations.',
      departmentId: staff.departments.get('Service')?._id,
      managerId: staff.service[0]?._id,
      contractorType: 'individual',
      contractNumber: 'KC-C-017',
      contractStartDate: company.day(-150),
      contractEndDate: company.day(215),
      rate: 95,
      rateUnit: 'hour',
      currency,
      nonDisclosureSigned: true,
      rating: 4.5,
    },
    {
      firstName: 'Elise',
      lastName: 'Varga',
      company: 'Studio Varga',
      email: 'hello@studiovarga.example',
      jobTitle: 'Photographer',
      services: 'Product and customer photography.',
      departmentId: staff.departments.get('Marketing')?._id,
      managerId: staff.marketing[0]?._id,
      contractorType: 'agency',
      contractNumber: 'KC-C-022',
      contractStartDate: company.day(-60),
      contractEndDate: company.day(30),
      rate: 3200,
      rateUnit: 'project',
      currency,
      nonDisclosureSigned: true,
      rating: 5,
    },
  ]);
