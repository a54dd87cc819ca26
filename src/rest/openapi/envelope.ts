import { detailCodes } from '../../errors.ts'
import { errorDescriptions } from './errors.ts'

/** What every answer has, as OpenAPI shows it: headers, `meta`, and the error envelope. */
export const headers = {
  'X-RateLimit-Limit': {
    description: 'Units in a window of an hour.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Units left in the window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in epoch seconds.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description: 'The id of this request, as in the body.',
    schema: { type: 'string', format: 'uuid' },
  },
}

/** What answers of a deprecated route have besides. */
export const deprecationHeaders = {
  Deprecation: {
    description: 'Since when the route is deprecated, as `@` and epoch seconds (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description:
      'From when on it may be removed, as an HTTP date (RFC 8594); where that is decided.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Where to read more (`deprecation`, `sunset`), and what takes its place (`successor-version`); on lists also the pages on either side (`next`, `prev`).',
    schema: { type: 'string' },
  },
}

const time = { type: 'string', format: 'date-time' }

export const meta = {
  type: 'object',
  description:
    'About an answer: which request it is for, when and by which version it was given; on lists, how to go on.',
  required: ['requestId', 'timestamp', 'version'],
  properties: {
    requestId: { type: 'string', format: 'uuid', description: 'Unique id of the request.' },
    timestamp: { ...time, description: 'When it was answered.' },
    version: { type: 'string', description: 'Version of the responses.' },
    count: { type: 'integer', description: 'Items in this page; on lists only.' },
    total: {
      type: 'integer',
      description: 'Items in the whole list; where `total=true` was asked for.',
    },
    hasMore: { type: 'boolean', description: 'Whether there is another page; on lists only.' },
    nextCursor: {
      type: 'string',
      description: 'Pass it as `cursor` to get the next page; only where there is one.',
    },
  },
}

export const error = {
  type: 'object',
  description: 'What every request that was refused is answered. Nothing was changed.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What is wrong.',
      required: ['code', 'message', 'requestId', 'timestamp'],
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorDescriptions),
          description: 'What kind of error, for programs.',
        },
        message: {
          type: 'string',
          description: 'What is wrong and what would be right, for people.',
        },
        details: {
          type: 'array',
          description: 'One for each value that was refused.',
          items: {
            type: 'object',
            description: 'One value that was refused.',
            required: ['field', 'message', 'code'],
            properties: {
              field: {
                type: 'string',
                description:
                  'The name of the value as it was sent, with a place where there are several: `tags[3]`.',
              },
              message: { type: 'string', description: 'What is wrong with it.' },
              code: { type: 'string', enum: detailCodes, description: 'The same for programs.' },
            },
          },
        },
        requestId: {
          type: 'string',
          format: 'uuid',
          description:
            'Unique id of the request, by which the operator of the server finds it in the log.',
        },
        timestamp: { ...time, description: 'When it was answered.' },
        retryAfter: { type: 'integer', description: 'Seconds after which a retry makes sense.' },
      },
    },
  },
}
