import type { Queryable } from '#db/database.ts';
import { isJsonObject } from '#lib/json.ts';
import type { Context } from '../context.ts';
import type { SettingReader } from '../models/tenant-setting.ts';
import { readableOn } from './colors.ts';

/** The key of the setting (`ui/settings`) in which the company is stored. It is stored nowhere else. */
export const companyKey = 'company';

/**
 * The tenant's own company: the sender of its mails and owner of its public pages, and its formats of numbers and
 * dates.
 */
export interface CompanySettings {
  readonly name: string | null;
  readonly address: string | null;
  readonly website: string | null;
  /** A record of data/storedFiles. It is public: mails and pages show it to everybody. */
  readonly logoFileId: string | null;
  readonly primaryColor: string;
  readonly backgroundColor: string;
  /** The base currency. Amounts without a currency use it. */
  readonly currency: string;
  readonly language: string;
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday. Null means the convention of the language. */
  readonly firstDayOfWeek: number | null;
}

export interface Company extends CompanySettings {
  /** A public URL that does not change with the logo. Null without a logo. */
  readonly logoUrl: string | null;
  /** Black or white, whichever has more contrast with the primary colour. */
  readonly onPrimaryColor: string;
}

export const companyDefaults: CompanySettings = {
  name: null,
  address: null,
  website: null,
  logoFileId: null,
  primaryColor: '#2f5bea',
  backgroundColor: '#f4f5f7',
  currency: 'USD',
  language: 'en',
  timeZone: 'UTC',
  firstDayOfWeek: null,
};

/** Merges the stored values with the defaults. A key that is null or missing has its default. */
function withDefaults(stored: unknown): CompanySettings {
  const given = isJsonObject(stored) ? Object.entries(stored) : [];
  const known = given.filter(([key, value]) => key in companyDefaults && value !== null && value !== undefined);
  return { ...companyDefaults, ...(Object.fromEntries(known) as Partial<CompanySettings>) };
}

/** Needs no permissions, because everybody who gets mails of the tenant knows its company. */
export const readCompanySettings = async (
  settings: SettingReader,
  db: Queryable,
  tenantId: string,
): Promise<CompanySettings> => withDefaults((await settings.read(db, tenantId, companyKey))?.value);

export const logoPath = '/brand';

type Owner = Pick<Context, 'services' | 'caller'>;

export function viewCompany({ services, caller }: Owner, settings: CompanySettings): Company {
  const { logoFileId, primaryColor } = settings;
  return {
    ...settings,
    logoUrl: logoFileId === null ? null : `${services.publicUrl()}${logoPath}/${caller.accountKey}/logo`,
    onPrimaryColor: readableOn(primaryColor),
  };
}

/** The company of the caller's tenant. The directory caches it, so every mail and page can request it. */
export const companyOf = async (owner: Owner): Promise<Company> =>
  viewCompany(owner, await owner.services.directory.company(owner.caller.tenantId));
