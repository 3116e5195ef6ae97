import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ChatInput, streamChat } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { randomId } from '~/lib/random-id.ts';
import type { OnScreen } from '~/metadata/on-screen.ts';
import { Answering } from './answering.ts';
import { conversationsPath } from './conversations.ts';
import { readTurns } from './stored-turns.ts';
import { addChunk, changesOf, hasEnded, staysStored, type Turn } from './turn.ts';

export type SendOptions = Pick<ChatInput, 'model' | 'approval'> & { readonly screen: OnScreen | undefined };

const screenOf = ({ label: _label, ...screen }: OnScreen) => screen;

/** A turn that was left while a tool ran: with what is stored of it, or without that tool. */
const withoutRunning = (turn: Turn, stored: Turn | undefined): Turn => ({
  ...turn,
  parts: stored?.parts ?? turn.parts.filter(hasEnded),
});

/** A conversation with the assistant: what was said, and what can be done with it. */
export function useChat() {
  const client = useQueryClient();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  // Kept with the tab, so that the conversation is still there after the page is loaded again.
  const [conversationId, setConversationId] = useSessionStorage<string>({
    key: 'atrium-conversation',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  /** The conversation in which the next message is sent. */
  const current = useRef(conversationId);
  /** Ends when it is known what the server stored of an answer that was left. */
  const settling = useRef<Promise<void>>(undefined);
  /** Counts the conversations that were opened: an answer of an earlier one changes nothing in this one. */
  const shown = useRef(0);
  const isRunning = turns.at(-1)?.state === 'running';

  const change = (key: string, next: (turn: Turn) => Turn) =>
    setTurns((all) => all.map((turn) => (turn.key === key ? next(turn) : turn)));

  const stop = () => running.current?.abort();

  const continueIn = (id: string) => {
    current.current = id;
    setConversationId(id);
  };

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
      // It was deleted, or somebody else used this tab.
      if (stored.length === 0) continueIn('');
    } catch (error) {
      setFailure(error);
    } finally {
      setOpening(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the conversation of the tab.
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
    // What the answer before this one changed becomes part of the conversation first.
    await settling.current;
    const before = current.current;
    const answer = new Answering();
    try {
      const input = {
        ...options,
        message: question,
        ...(before !== '' && { conversationId: before }),
        ...(screen && { screen: screenOf(screen) }),
      };
      for await (const chunk of streamChat(input, controller.signal)) {
        answer.add(chunk);
        if (isShown() && answer.isStored) continueIn(answer.conversationId ?? before);
        change(key, (turn) => addChunk(turn, chunk));
      }
      change(key, (turn) => (turn.state === 'running' ? { ...turn, state: 'failed' } : turn));
    } catch (error) {
      const state = controller.signal.aborted ? 'stopped' : 'failed';
      change(key, (turn) => ({ ...turn, state, error: state === 'failed' ? error : undefined }));
    }
    const settle = async () => {
      const stored = await answer.stored();
      if (!isShown()) return;
      continueIn(stored ? (answer.conversationId ?? before) : before);
      change(key, (turn) => (turn.parts.every(hasEnded) ? turn : withoutRunning(turn, stored)));
    };
    // When the server cannot be asked, the conversation stays as it is.
    if (isShown() && answer.isUncertain) settling.current = settle().catch(() => {});
    await settling.current;
    void client.invalidateQueries({ queryKey: keys.model(conversationsPath) });
  };

  /** Asks again. What the first attempt changed or proposed stays in view. */
  const retry = (turn: Turn, options: Omit<SendOptions, 'screen'>) => {
    if (changesOf(turn) === 0 && !staysStored(turn)) setTurns((all) => all.filter(({ key }) => key !== turn.key));
    void send(turn.question, { ...options, screen: turn.screen });
  };

  return { turns, conversationId, opening, failure, isRunning, send, stop, retry, reset, open };
}
