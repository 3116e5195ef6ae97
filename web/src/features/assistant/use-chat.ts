import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ChatInput, streamChat } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { randomId } from '~/lib/random-id.ts';
import type { PageContext } from '~/metadata/page-context.ts';
import { conversationsPath } from './conversations.ts';
import { readTurns } from './stored-turns.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { addChunk, changesOf, hasEnded, staysStored, type Turn } from './turn.ts';

export type SendOptions = Pick<ChatInput, 'model' | 'approval'> & { readonly screen: PageContext | undefined };

const screenOf = ({ label: _label, ...screen }: PageContext) => screen;

/** Replaces the parts of an interrupted turn with the stored parts, or removes tools without a result. */
const withoutRunning = (turn: Turn, stored: Turn | undefined): Turn => ({
  ...turn,
  parts: stored?.parts ?? turn.parts.filter(hasEnded),
});

/** The state of a conversation with the assistant, and its actions. */
export function useChat() {
  const client = useQueryClient();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const { conversationId, current, continueIn } = useConversationOfTab();
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  /** Resolves when it is known what the server stored of an interrupted answer. */
  const settling = useRef<Promise<void>>(undefined);
  /** Counts opened conversations, so that a late answer of an earlier one changes nothing. */
  const shown = useRef(0);
  const isRunning = turns.at(-1)?.state === 'running';

  const change = (key: string, next: (turn: Turn) => Turn) =>
    setTurns((all) => all.map((turn) => (turn.key === key ? next(turn) : turn)));

  const stop = () => running.current?.abort();

  const show = (id: string) => {
    stop();
    shown.current += 1;
    settling.current = undefined;
    setTurns([]);
    continueIn(id);
    setFailure(undefined);
  };

  const reset = () => show('');

  const open = async (id: string) => {
    show(id);
    setOpening(true);
    try {
      const stored = await readTurns(id);
      setTurns(stored);
      // The conversation was deleted, or another user signed in to this tab.
      if (stored.length === 0) continueIn('');
    } catch (error) {
      setFailure(error);
    } finally {
      setOpening(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the conversation of the tab.
  useEffect(() => {
    if (conversationId !== '') void open(conversationId);
    return () => running.current?.abort();
  }, []);

  const send = async (question: string, { screen, ...options }: SendOptions) => {
    const controller = new AbortController();
    running.current = controller;
    const key = randomId();
    const sentIn = shown.current;
    const isShown = () => shown.current === sentIn;
    setTurns((all) => [...all, { key, question, screen, parts: [], state: 'running' }]);
    // The conversation must include changes by the previous answer first.
    await settling.current;
    const before = current.current;
    const answer = new StreamedAnswer();
    const input = {
      ...options,
      message: question,
      ...(before !== '' && { conversationId: before }),
      ...(screen && { screen: screenOf(screen) }),
    };
    await readAnswer(streamChat(input, controller.signal), {
      answer,
      signal: controller.signal,
      onTurn: (next) => change(key, next),
      onStored: () => isShown() && continueIn(answer.conversationId ?? before),
    });
    const settle = async () => {
      const stored = await answer.stored();
      if (!isShown()) return;
      continueIn(stored ? (answer.conversationId ?? before) : before);
      change(key, (turn) => (turn.parts.every(hasEnded) ? turn : withoutRunning(turn, stored)));
    };
    // If the server cannot be reached, the conversation stays as it is.
    if (isShown() && answer.isUncertain) settling.current = settle().catch(() => {});
    await settling.current;
    void client.invalidateQueries({ queryKey: keys.model(conversationsPath) });
  };

  /** Asks the question of a turn again. Changes and proposals of the first attempt stay visible. */
  const retry = (turn: Turn, options: Omit<SendOptions, 'screen'>) => {
    if (changesOf(turn) === 0 && !staysStored(turn)) setTurns((all) => all.filter(({ key }) => key !== turn.key));
    void send(turn.question, { ...options, screen: turn.screen });
  };

  return { turns, conversationId, opening, failure, isRunning, send, stop, retry, reset, open };
}

/** The conversation in which the next message is sent. Its id is stored with the tab, so that it survives a reload. */
function useConversationOfTab() {
  const [conversationId, setConversationId] = useSessionStorage<string>({
    key: 'atrium-conversation',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const current = useRef(conversationId);
  const continueIn = (id: string) => {
    current.current = id;
    setConversationId(id);
  };
  return { conversationId, current, continueIn };
}

interface AnswerReader {
  readonly answer: StreamedAnswer;
  readonly signal: AbortSignal;
  readonly onTurn: (next: (turn: Turn) => Turn) => void;
  /** Called with each chunk after the server has stored the beginning of the answer. */
  readonly onStored: () => void;
}

/** Reads a streamed answer into its turn. The turn has ended afterwards: complete, failed or stopped. */
async function readAnswer(
  stream: ReturnType<typeof streamChat>,
  { answer, signal, onTurn, onStored }: AnswerReader,
): Promise<void> {
  try {
    for await (const chunk of stream) {
      answer.add(chunk);
      if (answer.isStored) onStored();
      onTurn((turn) => addChunk(turn, chunk));
    }
    onTurn((turn) => (turn.state === 'running' ? { ...turn, state: 'failed' } : turn));
  } catch (error) {
    const state = signal.aborted ? 'stopped' : 'failed';
    onTurn((turn) => ({ ...turn, state, error: state === 'failed' ? error : undefined }));
  }
}
