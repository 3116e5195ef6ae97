import { useCan } from '~/metadata/access.ts';
import { type SectionGroup, sectionGroups } from './sections.ts';

/** The pages that the person may see. */
export function useVisibleGroups(): readonly SectionGroup[] {
  const can = useCan();
  return sectionGroups
    .map(({ key, sections }) => ({
      key,
      sections: sections.filter(({ scope }) => scope === undefined || can.scope(scope)),
    }))
    .filter(({ sections }) => sections.length > 0);
}
