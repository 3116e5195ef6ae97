import assert from 'node:assert/strict';
import { appForFile, type Client, type Json, type TestApp } from '../harness.ts';
import { FakeProvider, type Family, modelOf } from './fake-provider.ts';

const path = '/api/ai/text-completion/complete';

interface Call {
  readonly name: string;
  readonly args: Json;
}

export interface Assistant {
  readonly app: TestApp;
  readonly provider: FakeProvider;
  /**
   * Runs a completion whose model calls these tools in one answer, and then says Done. Returns the body of the answer.
   */
  calls(calls: readonly Call[], options?: AskOptions): Promise<Json>;
}

interface AskOptions {
  readonly client?: Client;
  readonly family?: Family;
  /** Further keys of the request. */
  readonly request?: Json;
}

/** Starts a server whose provider answers from the script of the test. */
export async function assistantForFile(env: Readonly<Record<string, string>> = {}): Promise<Assistant> {
  const provider = await FakeProvider.forFile();
  const keys = { OPENAI_API_KEY: 'k-openai', ANTHROPIC_API_KEY: 'k-anthropic', GOOGLE_AI_API_KEY: 'k-google' };
  const app = await appForFile({ ...provider.env, ...keys, AI_TIMEOUT: '30s', ...env });
  return {
    app,
    provider,
    async calls(calls, { client = app.admin, family = 'openai', request = {} } = {}) {
      provider.says({ calls }, { text: 'Done.' });
      const messages = [{ role: 'user', content: 'Go on.' }];
      const { status, body, text } = await client.post(path, { model: modelOf[family], messages, ...request });
      assert.equal(status, 200, text);
      return body;
    },
  };
}

/** The results of tool calls: their outputs, or the codes of their errors. */
export const outcomes = ({ toolCalls }: Json): unknown[] =>
  toolCalls.map(({ output, error }: Json) => error?.code ?? output);
