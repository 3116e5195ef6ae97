import { useRef, useState } from 'react';
import { useRefresh } from '~/api/refresh.ts';
import { mailApi, paths, type SubscribeResult } from '../mail-api.ts';
import { type CsvFile, partsOf } from './split-csv.ts';

const rowsAtOnce = 1000;
const nothing: SubscribeResult = { subscribed: 0, pending: 0, alreadySubscribed: 0, rejected: [] };

export interface ImportState {
  readonly phase: 'idle' | 'running' | 'stopped' | 'done';
  readonly done: number;
  readonly result: SubscribeResult;
  readonly error?: unknown;
}

/** Imports a file in parts. After an error or a stop it continues with the first missing part. */
export function useImport(listId: string) {
  const refresh = useRefresh(paths.members, paths.lists);
  const [state, setState] = useState<ImportState>({ phase: 'idle', done: 0, result: nothing });
  const stopping = useRef(false);
  const run = async (file: CsvFile, resubscribe: boolean) => {
    stopping.current = false;
    let { done, result } = state;
    setState({ phase: 'running', done, result });
    try {
      for (const part of partsOf({ ...file, records: file.records.slice(done) }, rowsAtOnce)) {
        if (stopping.current) return setState({ phase: 'stopped', done, result });
        result = add(result, await mailApi.importMembers(listId, part, resubscribe));
        done = Math.min(done + rowsAtOnce, file.records.length);
        setState({ phase: 'running', done, result });
      }
      setState({ phase: 'done', done, result });
    } catch (error) {
      setState({ phase: 'stopped', done, result, error });
    } finally {
      refresh();
    }
  };
  const stop = () => {
    stopping.current = true;
  };
  return { state, run, stop };
}

const add = (a: SubscribeResult, b: SubscribeResult): SubscribeResult => ({
  subscribed: a.subscribed + b.subscribed,
  pending: a.pending + b.pending,
  alreadySubscribed: a.alreadySubscribed + b.alreadySubscribed,
  rejected: [...a.rejected, ...b.rejected],
});
