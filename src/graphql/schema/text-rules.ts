/** The rules of the scalars for texts: description, length and form. */
import type { TextRule } from './scalar-parsers.ts'

export const textRules = {
  PersonName: { description: 'A first or last name; may be empty.', min: 0, max: 100 },
  DealTitle: { description: 'The title of a deal.', min: 1, max: 200 },
  TaskTitle: { description: 'The title of a task.', min: 1, max: 200 },
  Label: {
    description: 'The name of a stage, pipeline, team, custom field or API key.',
    min: 1,
    max: 100,
  },
  TagName: {
    description: 'The name of a tag, without commas.',
    min: 1,
    max: 50,
    pattern: {
      matches: /^[^,\n\r\u2028\u2029]*$/,
      message: 'must not contain a comma or a line break',
    },
  },
  FieldKey: {
    description: 'The key of a custom field, such as `moveDate`.',
    min: 1,
    max: 50,
    pattern: {
      matches: /^[a-z][a-zA-Z0-9_]*$/,
      message: 'must start with a letter a to z and contain only letters, digits and underscores',
    },
  },
  ShortText: { description: 'A short text.', min: 1, max: 200 },
  LongText: { description: 'A long text.', min: 0, max: 5000, isMultiline: true },
  Channel: {
    description: 'The channel of an activity: call, email, sms or another word.',
    min: 1,
    max: 50,
  },
  ExternalId: { description: 'The id of a record in another program.', min: 1, max: 255 },
  ExternalSource: {
    description: 'The program of an external id, such as hubspot; case-insensitive.',
    min: 1,
    max: 50,
    pattern: {
      matches: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      message: 'must be a letter or digit, then letters, digits, dots, underscores and hyphens',
    },
  },
  Email: {
    description: 'An email address.',
    min: 3,
    max: 254,
    pattern: {
      matches: /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]+$/,
      message: 'must be an email address such as ann@example.com',
    },
  },
  Phone: {
    description: 'A phone number in any usual spelling; stored in E.164 form if it can be parsed.',
    min: 3,
    max: 40,
    pattern: { matches: /\d/, message: 'must contain digits' },
  },
  WebUrl: {
    description: 'An HTTP or HTTPS URL.',
    min: 8,
    max: 2000,
    pattern: {
      matches: /^https?:\/\/[^\s]+$/i,
      message: 'must be a URL that starts with https:// or http://',
    },
  },
} as const satisfies Record<string, TextRule>

export type TextScalar = keyof typeof textRules
