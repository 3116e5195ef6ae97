import type { FieldKind } from '../kind.ts';
import { number } from '../number/index.ts';

export const integer: FieldKind = { ...number, width: 110 };
