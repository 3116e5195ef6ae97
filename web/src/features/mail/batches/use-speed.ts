import { useEffect, useState } from 'react';
import type { Batch } from '../mail-api.ts';
import { doneOf } from './use-batch.ts';

interface Sample {
  readonly at: number;
  readonly done: number;
}

export interface Speed {
  readonly perSecond: number;
  readonly secondsLeft: number | undefined;
}

const windowMs = 30_000;

/** The sending speed of a batch, measured over the last half minute. */
export function useSpeed(batch: Batch | null | undefined, readAt: number): Speed | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const isSending = batch?.status === 'sending';
  const done = batch ? doneOf(batch) : 0;
  useEffect(() => {
    if (!isSending) return setSamples([]);
    setSamples((old) => [...old.filter(({ at }) => at > readAt - windowMs), { at: readAt, done }]);
  }, [isSending, done, readAt]);
  const first = samples[0];
  const last = samples.at(-1);
  if (!batch || !first || !last || last.at === first.at) return undefined;
  const perSecond = Math.max(0, ((last.done - first.done) * 1000) / (last.at - first.at));
  const left = batch.accepted - done;
  return { perSecond, secondsLeft: perSecond > 0 && left > 0 ? left / perSecond : undefined };
}
