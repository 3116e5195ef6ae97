import type { Action } from '#core/action.ts';
import { changeMe } from './change-me.ts';
import { readMe } from './read-me.ts';

export const meActions: readonly Action[] = [readMe, changeMe];
