import { escaped, page } from '../page.ts'
import { chapters } from './chapters.ts'
import { type Call, type Contract, callsOf, exampleOf, type Schema, titleOf } from './contract.ts'
import { fieldsIn } from './fields.ts'
import { frame } from './frame.ts'
import { operationIn } from './operation.ts'
import { bodyOf } from './samples.ts'
import { prose } from './text.ts'

const styles = ['frame', 'text', 'fields', 'code', 'try', 'narrow'].map(
  (name) => `docs/${name}.css`,
)

/** All pages of the reference, by their path. @param demoKey preset for trying calls out */
export function pagesOf(contract: Contract, demoKey: string | undefined): Map<string, string> {
  const whole = (title: string, current: string, main: string, calls: Call[]) =>
    page({
      title: `${title} · Dealgraph`,
      body: frame(contract, current, main),
      assets: [...styles, 'docs.ts'],
      settings: {
        demoKey,
        calls: Object.fromEntries(calls.map((call) => [call.operationId, tried(call, contract)])),
      },
    }).body as string
  const resource = ({
    name,
    description,
  }: {
    name: string
    description: string
  }): [string, string] => {
    const calls = callsOf(contract, name)
    const operation = operationIn(contract)
    const main = `<header class="opening"><h1>${escaped(titleOf(name))}</h1>${prose(description)}${index(calls)}</header>${calls.map(operation).join('\n')}`
    return [`/docs/${name}`, whole(titleOf(name), name, main, calls)]
  }
  return new Map([
    ['/docs', whole('REST reference', 'start', opening(contract), [])],
    ['/docs/filters', whole('Filters', 'filters', filters(contract), [])],
    ...contract.tags.map(resource),
  ])
}

/** What the form needs that tries a call out. */
function tried(call: Call, { components }: Contract) {
  const resolved = (schema: Schema | undefined): Schema =>
    components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema ?? {}
  return {
    method: call.method,
    path: call.path,
    parameters: call.parameters.map((each) => {
      const { type, enum: words } = resolved(each.schema)
      return {
        name: each.name,
        in: each.in,
        required: each.required,
        words,
        type: each.content ? 'json' : type,
        value: exampleOf(each),
      }
    }),
    body: bodyOf(call),
    query: call['x-graphql'],
    variables: Object.fromEntries(
      [...call['x-graphql'].matchAll(/\$(\w+): (\[?\w+)/g)].map(([, name, type]) => [name, type]),
    ),
  }
}

const index = (calls: Call[]): string =>
  `<ul class="index">${calls.map((call) => `<li><a href="#${call.operationId}"><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${escaped(call.path)}</code></a></li>`).join('')}</ul>`

const opening = (contract: Contract): string =>
  chapters
    .map(
      (
        { id, title, told, shown },
        place,
      ) => `<section class="chapter" id="${id}" aria-labelledby="${id}-title">
<header>${place === 0 ? `<h1 id="${id}-title">REST reference</h1>` : `<h2 id="${id}-title"><a href="#${id}">${escaped(title)}</a></h2>`}</header>
<div class="told">${told(contract)}</div><div class="shown">${shown?.(contract) ?? ''}</div></section>`,
    )
    .join('\n')

/** Filters nest in each other, so that they have a page of their own. */
function filters(contract: Contract): string {
  const { list } = fieldsIn(contract.components.schemas)
  const all = Object.entries(contract.components.schemas).filter(([name]) => name.endsWith('Where'))
  const sections = all.map(
    ([name, schema]) =>
      `<section class="filter" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title"><a href="#${name}">${name}</a></h2>${prose(schema.description ?? '')}${list(schema)}</section>`,
  )
  return `<header class="opening"><h1>Filters</h1>${prose('What the parameter `where` of a list takes, as a JSON object, and what GraphQL takes as the argument `where`. All conditions of an object hold together; `and`, `or` and `not` put objects together.')}
<ul class="index">${all.map(([name]) => `<li><a href="#${name}"><code>${name}</code></a></li>`).join('')}</ul></header>${sections.join('\n')}`
}
