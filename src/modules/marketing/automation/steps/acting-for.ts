import type { Context } from '#core/context.ts';
import type { Enrolled } from './step-type.ts';

/** The context in which a step writes: the events name the enrollment that caused them, and how many causes led to it. */
export const actingFor = <C extends Context>(context: C, { enrollmentId, depth }: Enrolled): C => ({
  ...context,
  via: { kind: 'workflow', id: enrollmentId },
  depth,
});
