import type { Link } from '~/metadata/registry.ts';

const isPinnable = ({ model }: Link): boolean => model.fields.some(({ key }) => key === 'pinned');

/** The query for notes. Pinned notes come first, if all models support pinning. */
export const notesInput = (links: readonly Link[]) => ({
  sort: links.every(isPinnable) ? ['-pinned', '-createdAt'] : ['-createdAt'],
  limit: 25,
});
