import type { Span } from './formula-error.ts';
import type { Sign } from './functions/sign.ts';

/** The result of the parser. Names are not resolved, and types are unknown. */
export type Syntax = (
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'field'; readonly path: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly nameLength: number; readonly operands: readonly Syntax[] }
  /** `-a`, `not a`. */
  | { readonly kind: 'prefix'; readonly sign: '-' | 'not'; readonly operand: Syntax }
  /** `a + b - c`: operators of one precedence, from left to right. There is one sign less than operands. */
  | { readonly kind: 'chain'; readonly signs: readonly Sign[]; readonly operands: readonly Syntax[] }
) &
  Span;
