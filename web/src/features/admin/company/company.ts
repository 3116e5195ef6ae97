import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { Company } from '~/api/session.ts';

export const companyKey = [...keys.me, 'company'] as const;

const path = '/api/identity/company';

/** The values of the form. An empty text means the default. */
export type CompanyForm = Readonly<Record<(typeof formKeys)[number], string>>;

export const formKeys = [
  'name',
  'address',
  'website',
  'logoFileId',
  'primaryColor',
  'backgroundColor',
  'currency',
  'language',
  'timeZone',
  'firstDayOfWeek',
] as const;

export const formOf = (company: Company): CompanyForm =>
  Object.fromEntries(formKeys.map((key) => [key, String(company[key] ?? '')])) as CompanyForm;

const inputOf = (key: keyof CompanyForm, text: string): string | number | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return key === 'firstDayOfWeek' ? Number(trimmed) : trimmed;
};

export const companyApi = {
  read: (signal?: AbortSignal): Promise<Company> => request('GET', path, { signal }),
  /** Sends only changed values. */
  save: (form: CompanyForm, stored: Company): Promise<Company> => {
    const before = formOf(stored);
    const changed = formKeys.filter((key) => form[key] !== before[key]);
    return request('PATCH', path, {
      body: Object.fromEntries(changed.map((key) => [key, inputOf(key, form[key])])),
    });
  },
};
