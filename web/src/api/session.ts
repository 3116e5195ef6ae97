import { setTimeZone } from '~/lib/time-zone.ts';
import { actions, answer } from './actions.ts';
import { request } from './http.ts';
import type { RecordData } from './records.ts';

/** Who is signed in, and what they may do. */
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
  readonly tenant: { readonly accountKey: string; readonly plan: string; readonly status: string };
  readonly session: { readonly id: string; readonly kind: string };
}

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly accountKey?: string | undefined;
}

/** Times are shown in the time zone of the profile. */
const withTimeZone = (me: Me): Me => {
  setTimeZone(me.user.timeZone);
  return me;
};

export const session = {
  me: (signal?: AbortSignal): Promise<Me> => request<Me>('GET', '/api/identity/me', { signal }).then(withTimeZone),
  changeMe: (change: Readonly<Record<string, unknown>>): Promise<Me> =>
    request<Me>('PATCH', '/api/identity/me', { body: change }).then(withTimeZone),
  signIn: (input: SignInInput): Promise<unknown> => request('POST', '/api/identity/auth/login', { body: input }),
  signOut: (): Promise<unknown> => answer(actions.POST('/api/identity/auth/logout')),
};
