import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '~/api/keys.ts';
import type { Me } from '~/api/session.ts';
import { usePreference } from '~/metadata/preferences.ts';

/** What a board remembers for a person: collapsed columns, and for each sort the cards that were placed by hand. */
export interface BoardMemory {
  readonly collapsed: Readonly<Record<string, boolean>>;
  readonly orders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** When it was changed; the oldest boards are forgotten first. */
  readonly at: number;
}

type Boards = Readonly<Record<string, BoardMemory>>;

const maxBoards = 30;
const empty: BoardMemory = { collapsed: {}, orders: {}, at: 0 };
const noBoards: Boards = {};

/** The memory of a board in the preferences of the user, so that it is the same on every device. */
export function useMemory(board: string) {
  const client = useQueryClient();
  const [boards, setBoards] = usePreference('boards', noBoards);
  const change = useCallback(
    (update: (memory: BoardMemory) => Omit<BoardMemory, 'at'>) => {
      // The newest state: an undo may come long after this page was shown.
      const now = (client.getQueryData<Me>(keys.me)?.user.preferences?.boards as Boards | undefined) ?? noBoards;
      const next = { ...now, [board]: { ...update(now[board] ?? empty), at: Date.now() } };
      const newest = Object.entries(next).sort(([, a], [, b]) => b.at - a.at);
      setBoards(Object.fromEntries(newest.slice(0, maxBoards)));
    },
    [client, board, setBoards],
  );
  return { memory: boards[board] ?? empty, change };
}
