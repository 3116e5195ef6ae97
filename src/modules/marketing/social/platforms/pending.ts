import type { JsonValue } from '#core/fields/field.ts';

/**
 * Returned while the platform is not ready for the publishing call. The post is claimed again after a while, with this
 * state.
 */
export class Pending {
  readonly state: JsonValue;
  readonly afterMs: number;

  constructor(state: JsonValue, afterMs: number) {
    this.state = state;
    this.afterMs = afterMs;
  }
}
