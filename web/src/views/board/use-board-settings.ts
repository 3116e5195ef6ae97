import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '~/api/keys.ts';
import type { Me } from '~/api/session.ts';
import { usePreference } from '~/metadata/preferences.ts';

/** Board settings of a person: collapsed columns, and the manually positioned cards for each sort. */
export interface BoardSettings {
  readonly collapsed: Readonly<Record<string, boolean>>;
  readonly orders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Time of the last change. The oldest boards are removed first. */
  readonly at: number;
}

type Boards = Readonly<Record<string, BoardSettings>>;

const maxBoards = 30;
const empty: BoardSettings = { collapsed: {}, orders: {}, at: 0 };
const noBoards: Boards = {};

/** The settings of a board, stored in the user's preferences so that every device has them. */
export function useBoardSettings(board: string) {
  const client = useQueryClient();
  const [boards, setBoards] = usePreference('boards', noBoards);
  const change = useCallback(
    (update: (memory: BoardSettings) => Omit<BoardSettings, 'at'>) => {
      // The cache has the newest state: an undo may run long after this page was rendered.
      const now = (client.getQueryData<Me>(keys.me)?.user.preferences?.boards as Boards | undefined) ?? noBoards;
      const next = { ...now, [board]: { ...update(now[board] ?? empty), at: Date.now() } };
      const newest = Object.entries(next).sort(([, a], [, b]) => b.at - a.at);
      setBoards(Object.fromEntries(newest.slice(0, maxBoards)));
    },
    [client, board, setBoards],
  );
  return { memory: boards[board] ?? empty, change };
}
