/** Records one webhook payload for each type of event. */
import type { Change } from '../events/changes.ts'
import { listEventTypes } from '../events/types.ts'
import type { VisibleEvent } from '../resources/events/operations.ts'
import { createPayload } from '../webhooks/attempt.ts'
import type { DemoServer } from './demo-company.ts'

export class EventRecorder {
  readonly #server: DemoServer
  readonly #key: string
  readonly #payloads = new Map<string, unknown>()
  #cursor = ''

  constructor(server: DemoServer, key: string) {
    this.#server = server
    this.#key = key
  }

  /** Records the events that precede all requests, such as those of a first sign-in. */
  async recordEarlier(types: readonly string[]): Promise<void> {
    for (const type of types) {
      const { data } = await this.#get<VisibleEvent[]>(`/v1/events?limit=1&types=${type}`)
      for (const event of data) this.#payloads.set(type, await this.#toWebhookPayload(event))
    }
  }

  /** Records the events since the last call. */
  async recordNew(): Promise<void> {
    const cursor = this.#cursor && `&cursor=${this.#cursor}`
    const { data, meta } = await this.#get<VisibleEvent[]>(`/v1/events?limit=100${cursor}`)
    this.#cursor = meta.nextCursor ?? this.#cursor
    for (const event of data)
      if (!this.#payloads.has(event.type))
        this.#payloads.set(event.type, await this.#toWebhookPayload(event))
  }

  /** Returns the payloads by event type. @throws Error if an event type was not recorded */
  examples(): Record<string, unknown> {
    // No request creates this event: the dispatcher does, when it disables an endpoint.
    const missingTypes = listEventTypes().filter(
      (type) => !this.#payloads.has(type) && type !== 'webhookEndpoint.disabled',
    )
    if (missingTypes.length > 0) throw new Error(`no example records ${missingTypes.join(', ')}`)
    return Object.fromEntries([...this.#payloads].toSorted())
  }

  async #toWebhookPayload({ changes, ...event }: VisibleEvent): Promise<unknown> {
    // Webhooks omit `truncated: false`.
    const webhookChanges: Change[] = changes.map(({ truncated, ...change }) => ({
      ...change,
      ...(truncated && { truncated }),
    }))
    if (event.type === 'deal.moved') {
      const { data } = await this.#get<Record<string, unknown>>(`/v1/deals/${event.recordId}`)
      webhookChanges.push(...findUnchangedPosition(webhookChanges, data))
    }
    return JSON.parse(createPayload({ ...event, changes: webhookChanges }).toString())
  }

  async #get<Data>(path: string) {
    const { body } = await this.#server.send({ method: 'GET', path, key: this.#key })
    return body as { data: Data; meta: { nextCursor?: string } }
  }
}

/** Returns the position fields that a move did not change, which only webhooks contain. */
const findUnchangedPosition = (changes: Change[], deal: Record<string, unknown>): Change[] =>
  ['stageId', 'pipelineId', 'order']
    .filter((field) => !changes.some((change) => change.field === field))
    .map((field) => ({ field, from: deal[field], to: deal[field] }))
