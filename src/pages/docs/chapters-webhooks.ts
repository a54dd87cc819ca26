import { escaped } from '../page.ts'
import type { Chapter } from './chapter.ts'
import { code, json } from './code.ts'
import type { Contract, Schema } from './contract.ts'
import { fieldsIn } from './fields.ts'
import { prose } from './text.ts'

const verify = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(body, headers)
// throws where the signature is not ours`

const eventSchema = ({ components }: Contract) => components.schemas['WebhookEvent'] as Schema

const exampleEvent = (contract: Contract, type: string) =>
  eventSchema(contract).examples?.find((each) => (each as { type: string }).type === type)

/** What is sent to others. */
export const webhooks: Chapter = {
  id: 'webhooks',
  title: 'Webhooks and events',
  told: (
    contract,
  ) => `${prose(`Every change is an event: written together with the change, never lost, numbered in the order of the changes. It can be had in three ways.

- **Webhooks** are sent to [endpoints](/docs/webhook-endpoints) of yours, signed by Standard Webhooks 1.0. A 2xx within 15 seconds counts as received; else the event is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then given up, until somebody replays it. 410 switches the endpoint off at once, five days of nothing but failures as well.
- **The feed**, [GET /v1/events](/docs/events), has the same from any cursor on: whoever was away catches up without a gap.
- **Subscriptions** in GraphQL tell it as it happens.

An event may come more than once, and two may come in another order than they happened: keep each \`webhook-id\` that you have seen, and go by \`sequence\`. What is sent is what the endpoint's user may see at that moment.`)}
<h3>What is sent</h3>${fieldsIn(contract.components.schemas).list(eventSchema(contract))}
<h3>Events</h3><p>An endpoint is told of types (<code>deal.moved</code>), of all of a kind (<code>deal.*</code>), or of everything (<code>*</code>).</p>${types(contract)}`,
  shown: (contract) =>
    `<p class="over">deal.moved</p>${json(exampleEvent(contract, 'deal.moved'))}<p class="over">Checking the signature</p>${code(verify, 'javascript')}`,
}

function types(contract: Contract): string {
  const byKind = Map.groupBy(
    eventSchema(contract).properties?.['type']?.enum?.filter((type) => type !== null) ?? [],
    (type) => type.split('.')[0] ?? '',
  )
  const rows = [...byKind].map(
    ([kind, all]) =>
      `<tr><td><code>${escaped(kind)}</code></td><td>${all.map((type) => `<code>${escaped(type)}</code>`).join(' ')}</td></tr>`,
  )
  return `<table><thead><tr><th>Kind</th><th>Types</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
