import { request } from '~/api/http.ts';

export interface SignInOptions {
  readonly providers: readonly { readonly name: string; readonly label: string }[];
  readonly registrationOpen: boolean;
}

interface Message {
  readonly message: string;
}

const post = (action: string, body: object): Promise<Message> =>
  request('POST', `/api/identity/auth/${action}`, { body });

/** Calls that need no session. */
export const account = {
  options: (accountKey: string | undefined, signal?: AbortSignal): Promise<SignInOptions> =>
    request('GET', '/api/identity/auth/options', { query: { accountKey }, signal }),
  forgotPassword: (email: string, accountKey: string | undefined) => post('forgot-password', { email, accountKey }),
  resetPassword: (token: string, password: string) => post('reset-password', { token, password }),
  verifyEmail: (token: string) => post('verify-email', { token }),
  resendVerification: (email: string, accountKey: string | undefined) =>
    post('resend-verification', { email, accountKey }),
  acceptInvitation: (input: { token: string; password: string; firstName?: string; lastName?: string }) =>
    post('accept-invitation', input),
  register: (input: {
    email: string;
    password: string;
    firstName?: string;
    lastName?: string;
    accountKey?: string | undefined;
  }) => post('register', input),
};
