import type { Action } from '#core/action.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { revokeSession } from './revoke-session.ts';
import { signInOptions } from './sign-in-options.ts';

export const sessionActions: readonly Action[] = [login, listSessions, revokeSession, logout, signInOptions];
