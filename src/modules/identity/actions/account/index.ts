import type { Action } from '#core/action.ts';
import { changeAccount } from './change-account.ts';
import { listAccounts } from './list-accounts.ts';
import { provision } from './provision.ts';
import { reactivateAccount } from './reactivate-account.ts';
import { readAccount } from './read-account.ts';
import { suspendAccount } from './suspend-account.ts';
import { validateAccountKey } from './validate-account-key.ts';

export const accountActions: readonly Action[] = [
  provision,
  listAccounts,
  readAccount,
  changeAccount,
  suspendAccount,
  reactivateAccount,
  validateAccountKey,
];
