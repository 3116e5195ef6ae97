import type { Action } from '#core/action.ts';
import { searchUsers } from './search-users.ts';
import { transferUser } from './transfer-user.ts';
import { unlockUser } from './unlock-user.ts';

export const userActions: readonly Action[] = [searchUsers, transferUser, unlockUser];
