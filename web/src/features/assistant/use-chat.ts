import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ChatInput, streamChat } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { randomId } from '~/lib/random-id.ts';
import type { OnScreen } from '~/metadata/on-screen.ts';
import { conversationsPath } from './conversations.ts';
import { readTurns } from './stored-turns.ts';
import { addChunk, changesOf, staysStored, type Turn } from './turn.ts';

export type SendOptions = Pick<ChatInput, 'model' | 'approval'> & { readonly screen: OnScreen | undefined };

const screenOf = ({ label: _label, ...screen }: OnScreen) => screen;

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
  const isRunning = turns.at(-1)?.state === 'running';

  const change = (key: string, next: (turn: Turn) => Turn) =>
    setTurns((all) => all.map((turn) => (turn.key === key ? next(turn) : turn)));

  const stop = () => running.current?.abort();

  const reset = () => {
    stop();
    setTurns([]);
    setConversationId('');
    setFailure(undefined);
  };

  const open = async (id: string) => {
    stop();
    setTurns([]);
    setFailure(undefined);
    setConversationId(id);
    setOpening(true);
    try {
      const stored = await readTurns(id);
      setTurns(stored);
      // It was deleted, or somebody else used this tab.
      if (stored.length === 0) setConversationId('');
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
    setTurns((all) => [...all, { key, question, screen, parts: [], state: 'running', isFirst: conversationId === '' }]);
    let answering: string | undefined;
    try {
      const input = {
        ...options,
        message: question,
        ...(conversationId !== '' && { conversationId }),
        ...(screen && { screen: screenOf(screen) }),
      };
      for await (const chunk of streamChat(input, controller.signal)) {
        answering = chunk.conversationId ?? answering;
        // An answer that was not completed is not stored, and neither is a new conversation.
        if (chunk.messageId !== undefined && answering !== undefined) setConversationId(answering);
        change(key, (turn) => addChunk(turn, chunk));
      }
      change(key, (turn) => (turn.state === 'running' ? { ...turn, state: 'failed' } : turn));
    } catch (error) {
      const state = controller.signal.aborted ? 'stopped' : 'failed';
      change(key, (turn) => ({ ...turn, state, error: state === 'failed' ? error : undefined }));
    }
    void client.invalidateQueries({ queryKey: keys.model(conversationsPath) });
  };

  /** Asks again. What the first attempt changed or proposed stays in view. */
  const retry = (turn: Turn, options: Omit<SendOptions, 'screen'>) => {
    if (changesOf(turn) === 0 && !staysStored(turn)) setTurns((all) => all.filter(({ key }) => key !== turn.key));
    void send(turn.question, { ...options, screen: turn.screen });
  };

  return { turns, conversationId, opening, failure, isRunning, send, stop, retry, reset, open };
}
