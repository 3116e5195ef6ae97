import type { Action } from '#core/action.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

export const registrationActions: readonly Action[] = [register, verifyEmail, resendVerification];
