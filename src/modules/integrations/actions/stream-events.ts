import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError, badQuery } from '#core/errors.ts';
import { readsAccountEvents } from '#core/events/event-access.ts';
import { beginning, latestPosition, readPosition } from '#core/events/feed.ts';
import { streamBodies } from '../delivery/stream-bodies.ts';
import { EventPatterns, hasOneStarPerWord, isEventPattern, maxPatterns } from '../events/event-patterns.ts';

export const streamEvents = defineAction({
  name: 'integrations.streamEvents',
  summary: 'Streams the bodies that a webhook of the caller would receive, as they happen',
  routes: [{ method: 'GET', path: '/api/integrations/event-stream' }],
  access: 'integrations:read',
  answers: 'events',
  input: Type.Object(
    {
      events: Type.Optional(
        Type.String({
          maxLength: 20_000,
          description: 'Types and patterns of a webhook, separated by commas: `contact.*,*.deleted`; all when absent.',
        }),
      ),
      since: Type.Optional(
        Type.String({
          description:
            'A cursor of this stream or of the change feed, `beginning`, or `now`, which is where it begins without it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  async stream(context, { events = '*', since = 'now' }, streaming) {
    const patterns = readPatterns(events);
    if (patterns.accountEvents && !readsAccountEvents(context.caller.access))
      throw new AppError('forbidden', 'Security events need the scope identity:admin.');
    const from = streaming.lastEventId ?? since;
    if (from === 'beginning') return streamBodies(beginning, patterns, streaming);
    const position = from === 'now' ? await latestPosition(context) : readPosition(from, 'since');
    return streamBodies(position, patterns, streaming);
  },
});

function readPatterns(text: string): EventPatterns {
  const patterns = text.split(',').map((pattern) => pattern.trim());
  if (patterns.length > maxPatterns) throw badQuery('events', `must be at most ${maxPatterns} types and patterns`);
  const wrong = patterns.find((pattern) => !isEventPattern(pattern) || !hasOneStarPerWord(pattern));
  if (wrong !== undefined)
    throw badQuery('events', `"${wrong.slice(0, 100)}" must be a type such as contact.created, contact.* or *.deleted`);
  return new EventPatterns(patterns);
}
