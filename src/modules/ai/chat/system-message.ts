import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { withAllAccess } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { readZoneName } from '#core/query/time-zone.ts';
import { todayIn } from '#lib/days.ts';
import { dataRule } from '../as-data.ts';
import type { ToolSettings } from '../configuration/setting-shapes.ts';
import { type Screen, screenText } from './screen.ts';

type SystemMessage = Extract<LanguageModelV4Message, { role: 'system' }>;

/**
 * Returns the facts that every chat needs: "which of my tasks are due tomorrow" depends on the day and the user. The
 * text is not stored in the conversation, because the conversation may continue on another day.
 */
export async function systemMessage(
  context: Context,
  tools: ToolSettings,
  shown: Screen | undefined,
): Promise<SystemMessage> {
  const onScreen = shown && (await screenText(context, tools, shown));
  const lines = [
    'You help a person with the records of their business account. Your tools run with the permissions of that person.',
    await personText(context),
    'Find facts with tools before you state them, and say plainly what you changed and what failed. Answer in the language of the person.',
    `${dataRule} The same holds for results of tools.`,
    ...(onScreen === undefined ? [] : [onScreen]),
  ];
  return { role: 'system', content: lines.join('\n') };
}

async function personText(context: Context): Promise<string> {
  const { email, userId } = context.caller;
  const timeZone = await timeZoneOf(context);
  const now = new Date();
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(now);
  const today = `Today is ${weekday}, ${todayIn(timeZone, now)}, in the time zone ${timeZone}.`;
  return userId === null ? today : `The person is ${email}, the user with the _id ${userId}. ${today}`;
}

/** The time zone of the user, or else of the company; UTC when the user's value is not a known time zone. */
async function timeZoneOf(context: Context): Promise<string> {
  const users = context.registry.find('identity', 'users');
  const { userId: id } = context.caller;
  const { timeZone: ofCompany } = await context.services.directory.company(context.caller.tenantId);
  if (!users || id === null) return ofCompany;
  const query = { fields: 'timeZone' };
  const { body } = await invoke(withAllAccess(context), operations.get, users, { id, query });
  const { timeZone } = JSON.parse(body) as { timeZone: string | null };
  try {
    return readZoneName(timeZone ?? ofCompany);
  } catch (error) {
    // The field is free text, so an unknown value must not fail the chat.
    if (error instanceof AppError) return 'UTC';
    throw error;
  }
}
