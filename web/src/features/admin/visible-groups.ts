import { useCan } from '~/metadata/access.ts';
import { mayOpen, type SectionGroup, sectionGroups } from './sections.ts';

/** The pages of the administration that the person may open. */
export function useVisibleGroups(): readonly SectionGroup[] {
  const can = useCan();
  return sectionGroups
    .map(({ key, sections }) => ({
      key,
      sections: sections.filter(({ scope }) => mayOpen(scope, can.scope)),
    }))
    .filter(({ sections }) => sections.length > 0);
}
