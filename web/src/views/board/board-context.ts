import { createContext, type KeyboardEvent, useContext } from 'react';
import type { Included, RecordData } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import type { BoardColumn } from './columns.ts';
import type { Slot } from './order.ts';

/** The cards that a column shows at the moment. */
export interface ShownCards {
  readonly cards: readonly RecordData[];
  readonly included: Included;
}

export interface Dragged {
  readonly id: string;
  /** The key of the column from which the card is dragged. */
  readonly from: string;
  readonly slot: Slot;
  readonly byKeyboard: boolean;
}

interface BoardContextValue {
  readonly model: Model;
  readonly columns: readonly BoardColumn[];
  readonly shown: readonly Field[];
  /** True when cards can be moved to other columns. */
  readonly canMove: boolean;
  /** True when the person may write the record of a card. */
  readonly isWritable: (record: RecordData) => boolean;
  readonly drag: Dragged | undefined;
  /** Sets the cards that a column shows. Returns the function that removes the entry. */
  readonly setShown: (column: string, cards: ShownCards) => () => void;
  readonly onOpen: (record: RecordData) => void;
  readonly onCardKey: (event: KeyboardEvent, id: string, column: string) => void;
  readonly onCardBlur: () => void;
  readonly moveTo: (id: string, from: string, slot: Slot) => void;
}

export const BoardContext = createContext<BoardContextValue | undefined>(undefined);

export function useBoard(): BoardContextValue {
  const board = useContext(BoardContext);
  if (!board) throw new Error('A part of a board is used outside of it.');
  return board;
}
