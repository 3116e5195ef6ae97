import { type ComponentType, createContext, useContext } from 'react';
import type { PendingAction } from '~/api/ai.ts';

/** Shows what a tool proposes, in place of the list of fields. */
export type ProposalView = ComponentType<{ readonly action: PendingAction }>;

/** The views of tools by name. The shell provides them, because features do not import each other. */
export const ProposalViews = createContext<Readonly<Record<string, ProposalView>>>({});

export const useProposalView = (tool: string): ProposalView | undefined => useContext(ProposalViews)[tool];
