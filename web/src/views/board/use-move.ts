import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import {
  type AggregateInput,
  type Group,
  type Included,
  type ListInput,
  type RecordData,
  records,
} from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import type { BoardColumn } from './columns.ts';
import { moveTotals } from './totals.ts';
import { type CardPages, cardsKey, withCard, withoutCard } from './use-cards.ts';

export interface Move {
  readonly card: RecordData;
  readonly included: Included;
  readonly from: BoardColumn;
  readonly to: BoardColumn;
  /** Restores the card's previous position in the person's own order. */
  readonly restoreOrder: () => void;
}

interface MoveOptions {
  readonly model: Model;
  readonly field: Field;
  readonly totals: AggregateInput;
  readonly inputOf: (column: BoardColumn) => ListInput;
}

/**
 * Changes the field of a card that moves to another column. The screen changes at once, and changes back if the server
 * refuses.
 */
export function useMove({ model, field, totals, inputOf }: MoveOptions) {
  const { t } = useTranslation('board');
  const client = useQueryClient();
  const { path } = model;

  const change = async ({ card, included, from, to }: Move): Promise<RecordData> => {
    const fromKey = cardsKey(model, inputOf(from));
    const toKey = cardsKey(model, inputOf(to));
    const totalsKey = keys.aggregate(path, totals);
    await client.cancelQueries({ queryKey: [...keys.model(path), 'board'] });
    const before = [fromKey, toKey, totalsKey].map((key) => [key, client.getQueryData(key)] as const);
    const moved = { ...card, [field.key]: to.value };
    client.setQueryData<CardPages>(fromKey, (pages) => withoutCard(pages, card._id));
    client.setQueryData<CardPages>(toKey, (pages) => withCard(pages, moved, included));
    client.setQueryData<{ data: readonly Group[] }>(
      totalsKey,
      (answer) => answer && { ...answer, data: moveTotals(answer.data, field.key, totals.sum?.[0], card, from, to) },
    );
    try {
      const saved = await records.update(path, card._id, { [field.key]: to.value }, { version: card.version });
      client.setQueryData<CardPages>(toKey, (pages) => withCard(pages, saved, included));
      return saved;
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      throw error;
    }
  };

  return async (move: Move): Promise<void> => {
    const { card, from, to, restoreOrder } = move;
    const title = titleOf(model, card);
    try {
      const saved = await change(move);
      notifyUndo(t('moved', { title, column: to.label }), async () => {
        restoreOrder();
        await change({ ...move, card: saved, from: to, to: from });
      });
    } catch (error) {
      restoreOrder();
      const conflict = error instanceof ApiError && error.code === 'version_mismatch';
      notifyError(conflict ? new Error(t('changedMeanwhile')) : error, t('notMoved', { title, column: from.label }));
    }
  };
}
