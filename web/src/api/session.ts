import { setCompanyCurrency } from '~/lib/company-currency.ts';
import { setCompanyWeek } from '~/lib/company-week.ts';
import { setTimeZone } from '~/lib/time-zone.ts';
import { actions, answer } from './actions.ts';
import { request } from './http.ts';
import type { RecordData } from './records.ts';

/** The signed-in user and their permissions. */
export interface Me {
  readonly user: RecordData & {
    readonly email: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly language: string | null;
    readonly timeZone: string | null;
    readonly preferences: Readonly<Record<string, unknown>> | null;
  };
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly teamIds: readonly string[];
  /** The owners whose records a scope with `:team` covers; null when they are too many to list. */
  readonly teamMateIds: readonly string[] | null;
  readonly tenant: { readonly accountKey: string; readonly plan: string; readonly status: string };
  readonly company: Company;
  readonly session: { readonly id: string; readonly kind: string };
}

/** The tenant's own company, from the setting `company`. */
export interface Company {
  readonly name: string | null;
  readonly address: string | null;
  readonly website: string | null;
  readonly logoFileId: string | null;
  readonly logoUrl: string | null;
  readonly primaryColor: string;
  readonly backgroundColor: string;
  readonly currency: string;
  readonly language: string;
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday. Null means the usual first day of the language. */
  readonly firstDayOfWeek: number | null;
}

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly accountKey?: string | undefined;
}

/** Times are shown in the time zone of the profile, else of the company, else of the browser. */
const withTimeZone = (me: Me): Me => {
  const { timeZone, firstDayOfWeek, currency } = me.company;
  // UTC is the default of a company that has not chosen a time zone, so the browser's is used instead.
  setTimeZone(me.user.timeZone ?? (timeZone === 'UTC' ? null : timeZone));
  setCompanyWeek(firstDayOfWeek);
  setCompanyCurrency(currency);
  return me;
};

export const session = {
  me: (signal?: AbortSignal): Promise<Me> => request<Me>('GET', '/api/identity/me', { signal }).then(withTimeZone),
  changeMe: (change: Readonly<Record<string, unknown>>): Promise<Me> =>
    request<Me>('PATCH', '/api/identity/me', { body: change }).then(withTimeZone),
  signIn: (input: SignInInput): Promise<unknown> => request('POST', '/api/identity/auth/login', { body: input }),
  signOut: (): Promise<unknown> => answer(actions.POST('/api/identity/auth/logout')),
};
