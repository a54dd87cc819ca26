import type { Browser, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { openBrowser, requiresBrowser } from './support/browser.ts'
import { type ConsoleView, closeConsole, expectAccessible, openConsole } from './support/console.ts'
import { type Receiver, respondWithStatus, startReceiver } from './support/receiver.ts'
import { createWorld, type World } from './support/world.ts'

describe('Webhooks in the console', requiresBrowser, () => {
  let world: World
  let browser: Browser
  let receiver: Receiver
  let dispatcher: Dispatcher
  beforeAll(async () => {
    ;[world, browser, receiver] = await Promise.all([
      createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' }),
      openBrowser(),
      startReceiver(),
    ])
    dispatcher = new Dispatcher(world.deps, { owner: 'test', timeoutMs: 1500, stopTimeoutMs: 100 })
  })
  beforeEach(async () => {
    receiver.respondWith(respondWithStatus(200))
    receiver.received.length = 0
    for (const { id } of (await requestAsOwner('{ webhookEndpoints(first: 100) { nodes { id } } }'))
      .webhookEndpoints.nodes)
      await requestAsOwner('mutation($id: ID!) { deleteWebhookEndpoint(id: $id) { deletedId } }', {
        id,
      })
  })
  afterAll(async () => {
    await dispatcher.stop()
    await receiver.stop()
    await browser.close()
    await world.stop()
  })

  const requestAsOwner = async (query: string, variables?: Record<string, unknown>) =>
    (await world.as('owner').gql(query, variables)).body.data
  const openWebhooks = (route = '#/webhooks') =>
    openConsole(browser, world.url, world.as('owner'), route)
  const createEndpoint = async (events = ['person.created'], url = receiver.url): Promise<string> =>
    (
      await requestAsOwner(
        'mutation($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }',
        { input: { url, events } },
      )
    ).createWebhookEndpoint.webhookEndpoint.id
  const createPerson = (firstName: string) =>
    requestAsOwner(
      'mutation($input: CreatePersonInput!) { createPerson(input: $input) { person { id } } }',
      {
        input: { firstName },
      },
    )
  const findRows = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  /**
   * Returns whether the first message is signed with `secret`. Signs the message again instead of
   * verifying it, because the library compares the timestamp with the real time, but the server
   * clock is stopped.
   */
  function isSigned(secret: string): boolean {
    const [{ id, headers, text }] = receiver.received as [Receiver['received'][0]]
    return String(headers['webhook-signature']).includes(
      new Webhook(secret).sign(id, new Date(Number(headers['webhook-timestamp']) * 1000), text),
    )
  }
  const readEndpoint = async (id: string) =>
    (
      await requestAsOwner(
        'query($id: ID!) { webhookEndpoint(id: $id) { url events status description } }',
        {
          id,
        },
      )
    ).webhookEndpoint

  test('the console shows the secret of a new webhook endpoint once, and the secret verifies the messages to the endpoint', async () => {
    const session = await openWebhooks()
    const { page } = session
    await page.getByText('No webhook endpoints yet').waitFor()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill('https://user:secret@example.com/')
    await page.getByLabel('Events').fill('deal.moved, nonsense')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Events events[1] `nonsense` matches no event type').waitFor()
    await page.getByLabel('Events').fill('person.*')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.fault', { hasText: /^URL/ }).waitFor()
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await page.getByLabel('Description').fill('<script>Mail</script>')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'Close without copying' }).click()
    await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor()
    await page.getByText('<script>Mail</script>').waitFor()
    await page.getByRole('button', { name: 'Send ping' }).click()
    await receiver.waitForCount(1)
    expect(isSigned(secret)).toBe(true)
    await findRows(page, 'webhook.ping').getByText('delivered', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret)
    await closeConsole(session)
  })

  test('the console shows new webhook deliveries with their attempts and responses without a reload', async () => {
    const id = await createEndpoint()
    const session = await openWebhooks(`#/webhooks/${id}`)
    const { page } = session
    await page.getByText('Live', { exact: true }).waitFor()
    await createPerson('Ada')
    await findRows(page, 'person.created').getByText('delivered', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'person.created', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'person.created' })
    await dialog.getByText('200 received').waitFor()
    const payload = JSON.parse((await dialog.locator('pre').textContent()) ?? '')
    expect(payload).toEqual(receiver.received[0]?.body)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await closeConsole(session)
  })

  test('the console can filter webhook deliveries by status and event type and replay one or all failed deliveries', async () => {
    const id = await createEndpoint()
    receiver.respondWith(respondWithStatus(500))
    for (const name of ['Ada', 'Bob', 'Cy']) await createPerson(name)
    await receiver.waitForCount(3)
    await expect
      .poll(async () =>
        (
          await requestAsOwner(
            'query($id: ID!) { webhookDeliveries(where: { endpointId: { eq: $id } }) { nodes { attemptCount } } }',
            { id },
          )
        ).webhookDeliveries.nodes.map((node: { attemptCount: number }) => node.attemptCount),
      )
      .toEqual([1, 1, 1])
    await runAsSystem(world.deps, world.company, async (ctx) => {
      for (const delivery of (
        await requestAsOwner(
          'query($id: ID!) { webhookDeliveries(where: { endpointId: { eq: $id } }) { nodes { id } } }',
          { id },
        )
      ).webhookDeliveries.nodes)
        await ctx.db.update(
          'webhookDeliveries',
          { companyId: world.company.id, endpointId: id, id: delivery.id },
          { status: 'dead' },
        )
    })
    receiver.respondWith(respondWithStatus(204))
    const session = await openWebhooks(`#/webhooks/${id}`)
    const { page } = session
    await page.getByLabel('Status').selectOption('delivered')
    await page.getByText('No deliveries match').waitFor()
    await page.getByLabel('Status').selectOption('failed')
    await expect.poll(() => findRows(page, 'person.created').count()).toBe(3)
    await page.getByLabel('Type').fill('person.updated')
    await page.keyboard.press('Enter')
    await page.getByText('No deliveries match').waitFor()
    await page.getByLabel('Type').fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Replay person.created' }).first().click()
    await receiver.waitForCount(4)
    await expect.poll(() => findRows(page, 'person.created').count()).toBe(2)
    await page.getByRole('button', { name: 'Replay deliveries' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('2 deliveries queued for replay').waitFor()
    await receiver.waitForCount(6)
    await page.getByLabel('Status').selectOption('delivered')
    await expect.poll(() => findRows(page, 'person.created').count()).toBe(3)
    await page.getByRole('button', { name: 'person.created', exact: true }).first().click()
    for (const statusText of ['500 error response', '204 received'])
      await page.getByText(statusText).waitFor()
    await page.keyboard.press('Escape')
    await closeConsole(session)
  })

  test("the console can replay all webhook deliveries since a time in the user's time zone", async () => {
    const id = await createEndpoint()
    await createPerson('Ada')
    await receiver.waitForCount(1)
    const session = await openWebhooks(`#/webhooks/${id}`)
    const { page } = session
    await findRows(page, 'person.created').getByText('delivered', { exact: true }).waitFor()
    const dialog = page.getByRole('dialog')
    const replaySince = async (since: string) => {
      await page.getByRole('button', { name: 'Replay deliveries' }).click()
      await dialog.getByLabel('All deliveries since a time').check()
      await dialog.getByLabel('Since', { exact: true }).fill(since)
      await dialog.getByRole('button', { name: 'Replay' }).click()
    }
    // The server clock is stopped at 09:00 UTC, which is 11:00 in Berlin, the browser's time zone.
    await replaySince('2026-06-01T11:01')
    await page.getByText('No deliveries to replay').waitFor()
    await replaySince('2026-06-01T11:00')
    await page.getByText('1 delivery queued for replay').waitFor()
    await receiver.waitForCount(2)
    await closeConsole(session)
  })

  test('the console can edit, pause, resume and delete a webhook endpoint and rotate its secret', async () => {
    const id = await createEndpoint()
    const session = await openWebhooks(`#/webhooks/${id}`)
    const { page } = session
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByLabel('Events').fill('deal.*\ntask.created')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Endpoint updated.').waitFor()
    expect(await readEndpoint(id)).toMatchObject({
      events: ['deal.*', 'task.created'],
      url: receiver.url,
    })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Send ping' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('active', { exact: true }).waitFor()
    expect((await readEndpoint(id)).status).toBe('active')
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'Close without copying' }).click()
    await page.getByRole('button', { name: 'Send ping' }).click()
    await receiver.waitForCount(1)
    expect(isSigned(secret)).toBe(true)
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhook endpoints yet').waitFor()
    await page.getByText('deleted.').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Webhooks')
    await closeConsole(session)
  })

  test('the console reports that an API key lacks the `webhooks.manage` scope', async () => {
    const session = await openConsole(browser, world.url, world.as('agent'), '#/webhooks')
    await session.page.getByText('webhooks.manage').waitFor()
    expect(await session.page.getByRole('button', { name: 'Add endpoint' }).count()).toBe(0)
    await closeConsole(session)
  })

  test('the webhook list, form, endpoint page and delivery dialog in the console pass the axe accessibility rules and fit desktop and phone screens', async () => {
    const id = await createEndpoint()
    await createPerson('Ada')
    await receiver.waitForCount(1)
    const views: ConsoleView[] = [
      ['#/webhooks', (page) => page.getByRole('table').waitFor()],
      ['#/webhooks', (page) => page.getByRole('button', { name: 'Add endpoint' }).click()],
      [
        `#/webhooks/${id}`,
        (page) => page.getByRole('button', { name: 'person.created', exact: true }).waitFor(),
      ],
      [
        `#/webhooks/${id}`,
        async (page) => {
          await page.getByRole('button', { name: 'person.created', exact: true }).click()
          await page.locator('pre').waitFor()
        },
      ],
    ]
    await expectAccessible(browser, world.url, world.as('owner'), views)
  })
})
