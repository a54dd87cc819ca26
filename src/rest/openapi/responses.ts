import { Kind } from 'graphql'
import type { PreparedRoute } from '../prepare.ts'
import { deprecationHeaders, headers } from './envelope.ts'
import { errorDescriptions, errorsOf, type RestErrorCode } from './errors.ts'
import type { Example, Examples } from './example.ts'
import { nodesIn, selectionSchema } from './schemas.ts'

/** What a call can answer, by status. */
export const responsesOf = (
  route: PreparedRoute,
  scoped: boolean,
  examples: Examples,
): Record<string, object> => ({
  ...successes(route, examples.calls[route.name]),
  ...Object.fromEntries(
    errorsOf(route, scoped).map(([status, codes]) => [
      status,
      failure(codes, examples.calls[route.name], examples),
    ]),
  ),
})

function successes(route: PreparedRoute, example: Example | undefined): Record<string, object> {
  const { reply } = route
  const answer = success(route)
  const statuses = reply.kind === 'created' ? (reply.mayExist ? [200, 201] : [201]) : [200]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description:
          reply.kind === 'done'
            ? reply.message
            : status === 201
              ? 'Created'
              : reply.kind === 'created'
                ? 'It was there already'
                : 'Success',
        headers: answerHeaders(route, status),
        content: {
          'application/json': {
            ...answer,
            ...(example?.status === status && { example: example.answer }),
          },
        },
      },
    ]),
  )
}

/** The field that a route's document asks for. */
export function rootField(route: PreparedRoute) {
  const node = route.operation.definition.selectionSet.selections[0]
  const field =
    node?.kind === Kind.FIELD ? route.operation.rootType.getFields()[node.name.value] : undefined
  if (!field) throw new Error(`${route.name} has no root field`)
  return field
}

function success(route: PreparedRoute): object {
  const node = route.operation.definition.selectionSet.selections[0]
  const type = rootField(route).type
  const whole =
    node?.kind === Kind.FIELD && node.selectionSet
      ? selectionSchema(route, node.selectionSet, type)
      : {}
  const { kind } = route.reply
  const data =
    kind === 'list'
      ? nodesIn(whole, route.reply.of)
      : kind === 'done' && !route.reply.withData
        ? undefined
        : whole
  const about =
    kind === 'list'
      ? 'The records of this page.'
      : kind === 'done'
        ? 'What was done.'
        : 'The record.'
  const done = {
    success: { const: true, description: 'True: what was asked is done.' },
    message: { type: 'string', description: 'The same in words.' },
  }
  const properties = {
    ...(kind === 'done' && done),
    ...(data && { data: { description: about, ...data } }),
    meta: { $ref: '#/components/schemas/Meta', description: 'About the answer.' },
  }
  return { schema: { type: 'object', required: Object.keys(properties), properties } }
}

function answerHeaders({ reply, deprecated }: PreparedRoute, status: number): object {
  const text = (description: string) => ({ description, schema: { type: 'string' } })
  return {
    ...Object.fromEntries(
      Object.keys(headers).map((each) => [each, { $ref: `#/components/headers/${each}` }]),
    ),
    ...(reply.kind === 'list' && {
      Link: text(
        'The addresses of the next page and of the one before, where there are such (RFC 8288).',
      ),
    }),
    ...(deprecated && deprecationHeaders),
    ...(status === 201 && { Location: text('Where the new record is.') }),
  }
}

function failure(codes: RestErrorCode[], example: Example | undefined, examples: Examples): object {
  const shown = codes.flatMap((code): [string, object][] => {
    const own = example?.errors[code]
    if (own !== undefined) return [[code, { summary: errorDescriptions[code], value: own }]]
    return examples.errors[code] === undefined
      ? []
      : [[code, { $ref: `#/components/examples/${code}` }]]
  })
  return {
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(shown.length && { examples: Object.fromEntries(shown) }),
      },
    },
  }
}
