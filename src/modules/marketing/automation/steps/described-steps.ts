import type { Described } from '../definition/described.ts';
import type { StepTypeName } from './step-type-names.ts';

const person = 'a reference to a contact or a lead; left out: the record itself, or its contactId or leadId';
const target = 'record (also when left out), or a reference such as accountId';

/**
 * What each type of step does, with the parts of its configuration. Others are refused, so this is all that there is. It
 * imports no code of steps, because module ai needs it in the schema of a tool.
 */
export const describedSteps: Readonly<Record<StepTypeName, Described>> = {
  sendEmail: {
    does: 'Sends a mail to the person: a template, or a subject with a text.',
    parts: {
      templateId: 'an id in communications.emailTemplates',
      subject: 'Liquid; needed without a template',
      text: 'plain text, Liquid',
      html: 'HTML, Liquid',
      to: person,
      fromName: 'another name of the sender',
      fromEmail: 'another address of the sender',
      replyTo: 'the address for answers',
    },
  },
  sendSms: {
    does: 'Sends a text message to the person.',
    parts: {
      text: 'Liquid, at most 1600 characters',
      to: person,
    },
  },
  wait: {
    does: 'Waits: for a time, until a date of the record, until a time of the day, or for an event. One of for, untilField, time and event.',
    parts: {
      for: 'a duration such as 30m, 2h, 3d or 1w',
      untilField: 'a date field of the record',
      offset: 'a duration around untilField, such as -3d',
      time: 'a time of the day such as 09:00',
      weekdays: 'with time: days from 1 (Monday) to 7',
      event: '{type, filter, url}, as the trigger event has it',
      timeout: 'with event: a duration, after which it goes on anyway',
      timeoutNext: 'with timeout: the key of the step that follows then; left out: the next one',
    },
  },
  branch: {
    does: 'Goes on at the first branch whose filter the record matches; next of the step is not used.',
    parts: {
      branches: '[{name, filter, next}], a filter of the record and the key of a step each',
      else: 'the key of the step for all others; left out: the end',
    },
  },
  split: {
    does: 'Divides the records by chance, the same record always in the same way; next of the step is not used.',
    parts: {
      parts: '[{name, percent, next}], 100 percent together',
    },
  },
  createRecord: {
    does: 'Creates a record.',
    parts: {
      model: 'such as sales.notes',
      values: 'an object of fields; texts are Liquid',
    },
  },
  updateRecord: {
    does: 'Changes the record, or one to which it refers.',
    parts: {
      target: target,
      values: 'an object of fields; texts are Liquid',
    },
  },
  deleteRecord: {
    does: 'Deletes the record, or one to which it refers.',
    parts: {
      target: target,
    },
  },
  createTask: {
    does: 'Creates a task about the record.',
    parts: {
      title: 'Liquid',
      description: 'Liquid',
      dueIn: 'a duration such as 2d',
      assignTo: 'owner (of the record, also when left out), workflowOwner, {userId} or {teamId, method}',
      priority: 'low, normal, high or urgent',
    },
  },
  notify: {
    does: 'Sends a mail to users of the account.',
    parts: {
      to: 'owner (of the record, also when left out), workflowOwner, {userId}, {teamId}, or a list of these',
      title: 'the subject, Liquid',
      text: 'Liquid',
    },
  },
  assign: {
    does: 'Gives the record another owner.',
    parts: {
      userId: 'an id in identity.users',
      teamId: 'an id in identity.teams, instead of userId',
      method: 'roundRobin or leastBusy, with teamId',
    },
  },
  addTag: {
    does: 'Adds a tag to the record.',
    parts: {
      tag: 'a text',
    },
  },
  removeTag: {
    does: 'Removes a tag from the record.',
    parts: {
      tag: 'a text',
    },
  },
  addToList: {
    does: 'Adds the person to an email list.',
    parts: {
      emailListId: 'an id in communications.emailLists',
      to: person,
    },
  },
  removeFromList: {
    does: 'Removes the person from an email list.',
    parts: {
      emailListId: 'an id in communications.emailLists',
      to: person,
    },
  },
  score: {
    does: 'Adds points to the score of the record.',
    parts: {
      points: 'a whole number from -1000 to 1000',
    },
  },
  forEach: {
    does: 'Enrolls the records that refer to this one, such as the contacts of an account, in another active workflow.',
    parts: {
      model: 'the model of the records that refer to this one',
      filter: 'a filter of these records',
      limit: 'at most so many, up to 1000',
      workflowId: 'an id in marketing.workflows, of that model',
    },
  },
  enroll: {
    does: 'Enrolls the record in another active workflow.',
    parts: {
      workflowId: 'an id in marketing.workflows',
    },
  },
  http: {
    does: 'Calls another system. Later steps read {{ steps.<key>.status }} and {{ steps.<key>.body.x }}.',
    parts: {
      method: 'GET, POST, PUT, PATCH, DELETE; left out: POST',
      url: 'https address, Liquid',
      headers: 'an object of texts, Liquid',
      body: 'JSON or a text, Liquid',
      saveAs: 'another name than the key for later steps',
    },
  },
  ai: {
    does: 'Asks a language model, without tools. Later steps read the answer as {{ steps.<key>.text }}, or by the keys of the schema.',
    parts: {
      prompt: 'the question, Liquid',
      model: 'the language model; left out: that of the account',
      schema: 'a JSON Schema of the answer',
      saveAs: 'another name than the key for later steps',
    },
  },
  approval: {
    does: 'Waits until a person approves.',
    parts: {
      by: '{userId} or {teamId}: who is asked, by mail',
      message: 'Liquid',
      timeout: 'a duration, after which it counts as rejected',
      rejectedNext: 'the key of the step after a rejection; left out: the end',
    },
  },
  goal: {
    does: 'A record that matches comes here at once, from any step.',
    parts: {
      filter: 'a filter of the record',
    },
  },
  exit: {
    does: 'Ends the workflow for the record.',
    parts: {
      reason: 'a text',
    },
  },
};
