import type { Link } from '~/metadata/registry.ts';

const isPinnable = ({ model }: Link): boolean => model.fields.some(({ key }) => key === 'pinned');

/** How notes are read: pinned ones first, where all of them can be pinned. */
export const notesInput = (links: readonly Link[]) => ({
  sort: links.every(isPinnable) ? ['-pinned', '-createdAt'] : ['-createdAt'],
  limit: 25,
});
