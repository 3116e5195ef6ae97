import type { Action } from '#core/action.ts';
import { changeAccount } from './change-account.ts';
import { provision } from './provision.ts';
import { reactivateAccount } from './reactivate-account.ts';
import { readAccount } from './read-account.ts';
import { suspendAccount } from './suspend-account.ts';
import { validateAccountKey } from './validate-account-key.ts';

export const accountActions: readonly Action[] = [
  provision,
  readAccount,
  changeAccount,
  suspendAccount,
  reactivateAccount,
  validateAccountKey,
];
