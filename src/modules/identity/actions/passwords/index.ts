import type { Action } from '#core/action.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { resetPassword } from './reset-password.ts';
import { sendResetLink } from './send-reset-link.ts';

export const passwordActions: readonly Action[] = [forgotPassword, resetPassword, changePassword, sendResetLink];
