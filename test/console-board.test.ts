import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { openBrowser, requiresBrowser } from './support/browser.ts'
import { closeConsole, expectAccessible, openConsole } from './support/console.ts'
import { startRelay } from './support/relay.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

describe('The board in the console', requiresBrowser, () => {
  let world: World
  let browser: Browser
  let pipelineId: string
  let stages: { id: string; name: string }[]
  beforeAll(async () => {
    ;[world, browser] = await Promise.all([createWorld(), openBrowser()])
    const { data } = (
      await world.as('owner').gql('{ pipelines { nodes { id stages { id name } } } }')
    ).body
    ;[{ id: pipelineId, stages }] = data.pipelines.nodes
  })
  beforeEach(() =>
    runAsSystem(world.deps, world.company, (ctx) =>
      ctx.db.delete('deals', { companyId: world.company.id }),
    ),
  )
  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  const openBoard = (caller: TestUser = 'owner', options = {}) =>
    openConsole(browser, world.url, world.as(caller), `#/board/${pipelineId}`, options)
  const getStageId = (name: string) =>
    stages.find((candidate) => candidate.name === name)?.id as string
  async function createDeal(
    title: string,
    stageName = 'Qualified',
    fields: object = {},
  ): Promise<string> {
    const { body } = await world
      .as('owner')
      .gql('mutation($input: CreateDealInput!) { createDeal(input: $input) { deal { id } } }', {
        input: { title, pipelineId, stageId: getStageId(stageName), price: 100, ...fields },
      })
    return body.data.createDeal.deal.id
  }
  const moveDeal = (id: string, stageName: string) =>
    world
      .as('owner')
      .gql(
        'mutation($id: ID!, $to: ID!) { moveDeal(id: $id, input: { stageId: $to }) { deal { id } } }',
        {
          id,
          to: getStageId(stageName),
        },
      )
  /** Returns the deal titles stored on the server, by column. */
  async function readStoredTitles(): Promise<string[][]> {
    const { data } = (
      await world
        .as('owner')
        .gql(
          'query($id: ID!) { board(pipelineId: $id) { columns { deals(first: 50) { nodes { title } } } } }',
          { id: pipelineId },
        )
    ).body
    return data.board.columns.map((column: { deals: { nodes: { title: string }[] } }) =>
      column.deals.nodes.map(({ title }) => title),
    )
  }
  const findColumn = (page: Page, name: string) => page.getByRole('region', { name })
  const readShownTitles = async (page: Page) => {
    const titles: string[][] = []
    for (const { name } of stages)
      titles.push(await findColumn(page, name).locator('.title').allTextContents())
    return titles
  }
  const findHandle = (page: Page, title: string) =>
    page.getByRole('button', { name: `Move ${title}`, exact: true })
  const isFocused = (page: Page, title: string) =>
    findHandle(page, title).evaluate((node) => node === document.activeElement)

  test('dragging a deal between two others on the console board moves the deal in all open windows', async () => {
    for (const title of ['One', 'Two']) await createDeal(title)
    for (const title of ['Three', 'Four']) await createDeal(title, 'Proposal')
    const [ownSession, otherSession] = [await openBoard(), await openBoard('admin')]
    await findHandle(otherSession.page, 'Four').waitFor()
    await otherSession.page.getByText('Live', { exact: true }).waitFor()
    await findColumn(ownSession.page, 'Qualified')
      .locator('.card', { hasText: 'One' })
      .dragTo(findColumn(ownSession.page, 'Proposal').locator('.card', { hasText: 'Four' }), {
        targetPosition: { x: 60, y: 4 },
      })
    const expectedTitles = [['Two'], ['Three', 'One', 'Four'], [], [], []]
    await expect.poll(() => readShownTitles(ownSession.page)).toEqual(expectedTitles)
    await expect.poll(() => readShownTitles(otherSession.page)).toEqual(expectedTitles)
    await expect.poll(readStoredTitles).toEqual(expectedTitles)
    for (const { page } of [ownSession, otherSession])
      await expect
        .poll(() => findColumn(page, 'Proposal').locator('header p').textContent())
        .toBe('3 deals300')
    await ownSession.page.reload()
    await expect.poll(() => readShownTitles(ownSession.page)).toEqual(expectedTitles)
    await closeConsole(ownSession)
    await closeConsole(otherSession)
  })

  test('a deal on the console board can be dragged within its column and into an empty column', async () => {
    for (const title of ['One', 'Two', 'Three']) await createDeal(title)
    const session = await openBoard()
    const { page } = session
    const locateCard = (title: string) => page.locator('.card', { hasText: title })
    await locateCard('One').dragTo(locateCard('Three'), { targetPosition: { x: 60, y: 40 } })
    await expect.poll(readStoredTitles).toEqual([['Two', 'Three', 'One'], [], [], [], []])
    await locateCard('One').dragTo(locateCard('Two'), { targetPosition: { x: 60, y: 3 } })
    await expect.poll(readStoredTitles).toEqual([['One', 'Two', 'Three'], [], [], [], []])
    await locateCard('Two').dragTo(findColumn(page, 'Won'))
    await expect.poll(readStoredTitles).toEqual([['One', 'Three'], [], [], ['Two'], []])
    expect(await readShownTitles(page)).toEqual(await readStoredTitles())
    await closeConsole(session)
  })

  test('the console board announces each keyboard step: picking up, moving, dropping and returning a deal', async () => {
    for (const title of ['One', 'Two']) await createDeal(title)
    await createDeal('Three', 'Proposal')
    const session = await openBoard()
    const { page } = session
    const announcement = page.locator('[aria-live="assertive"]')
    await findHandle(page, 'One').focus()
    await page.keyboard.press('Space')
    await expect
      .poll(() => announcement.textContent())
      .toContain('One picked up: Qualified, position 1 of 2')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => announcement.textContent()).toBe('Proposal, position 1 of 2.')
    await expect.poll(() => isFocused(page, 'One')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => announcement.textContent()).toBe('Proposal, position 2 of 2.')
    expect(await readStoredTitles()).toEqual([['One', 'Two'], ['Three'], [], [], []])
    await page.keyboard.press('Space')
    await expect.poll(readStoredTitles).toEqual([['Two'], ['Three', 'One'], [], [], []])
    await expect.poll(() => isFocused(page, 'One')).toBe(true)
    await expect
      .poll(() => announcement.textContent())
      .toBe('One dropped in Proposal, position 2 of 2.')
    await page.keyboard.press('Enter')
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect.poll(() => announcement.textContent()).toBe('Won, position 1 of 1.')
    await page.keyboard.press('Escape')
    await expect
      .poll(() => announcement.textContent())
      .toBe('One put back in Proposal, position 2 of 2.')
    await expect.poll(() => isFocused(page, 'One')).toBe(true)
    expect(await readShownTitles(page)).toEqual([['Two'], ['Three', 'One'], [], [], []])
    await closeConsole(session)
  })

  test('a user can move a deal on the console board by tapping instead of dragging', async () => {
    await createDeal('One')
    const session = await openBoard('owner', {
      viewport: { width: 375, height: 800 },
      hasTouch: true,
    })
    const { page } = session
    await findHandle(page, 'One').tap()
    await page.getByRole('button', { name: 'Move to the next stage' }).tap()
    await page.getByRole('button', { name: 'Drop' }).tap()
    await expect.poll(readStoredTitles).toEqual([[], ['One'], [], [], []])
    await closeConsole(session)
  })

  test('after a rejected move, the console board returns the deal to its previous place and shows the reason', async () => {
    const id = await createDeal('One')
    await createDeal('Two', 'Proposal')
    const session = await openBoard()
    const { page } = session
    await findHandle(page, 'One').focus()
    // The board is not refreshed while a card is picked up, so the price change below appears only
    // after the card is dropped.
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await world
      .as('admin')
      .gql('mutation($id: ID!) { updateDeal(id: $id, input: { price: 700 }) { deal { id } } }', {
        id,
      })
    await page.keyboard.press('Space')
    await page.getByText('One was moved back: another user has changed the deal').waitFor()
    await expect.poll(() => readShownTitles(page)).toEqual([['One'], ['Two'], [], [], []])
    await findColumn(page, 'Qualified').getByText('700').first().waitFor()
    await closeConsole(session)
  })

  test('the console board shows changes by other users, even those made while the connection was lost', async () => {
    const relay = await startRelay(world.url)
    const { page, close } = await openConsole(
      browser,
      relay.url,
      world.as('owner'),
      `#/board/${pipelineId}`,
    )
    await page.getByText('Live', { exact: true }).waitFor()
    const id = await createDeal('<i>New</i>')
    await page.getByText('<i>New</i>').waitFor()
    await world
      .as('admin')
      .gql(
        'mutation($id: ID!) { updateDeal(id: $id, input: { title: "Renamed", price: 5 }) { deal { id } } }',
        { id },
      )
    await findColumn(page, 'Qualified').getByText('Renamed').waitFor()
    relay.cutConnections()
    await page.getByText('Connection lost').waitFor()
    await moveDeal(id, 'Lost')
    expect(await readShownTitles(page)).toEqual([['Renamed'], [], [], [], []])
    relay.restore()
    await expect
      .poll(() => readShownTitles(page), { timeout: 20_000 })
      .toEqual([[], [], [], [], ['Renamed']])
    await world.as('owner').gql('mutation($id: ID!) { deleteDeal(id: $id) { deletedId } }', { id })
    await expect.poll(() => readShownTitles(page)).toEqual([[], [], [], [], []])
    await close()
    await relay.stop()
  })

  test('a hidden console page pauses its subscription and refreshes the board when the page is visible again', async () => {
    const session = await openBoard()
    const { page } = session
    await page.getByText('Live', { exact: true }).waitFor()
    await createDeal('One')
    await page.getByText('One', { exact: true }).waitFor()
    const setPageHidden = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      )
    await setPageHidden(true)
    await page.getByText('Connecting…').waitFor()
    await createDeal('Two')
    await moveDeal(await createDeal('Three'), 'Won')
    await setPageHidden(false)
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => readShownTitles(page)).toEqual([['One', 'Two'], [], [], ['Three'], []])
    await closeConsole(session)
  })

  test('the console board loads long columns in pages', async () => {
    const titles = Array.from({ length: 140 }, (_, i) => `Deal ${i + 1}`)
    for (const title of titles) await createDeal(title)
    const session = await openBoard()
    const { page } = session
    const column = findColumn(page, 'Qualified')
    await column.getByRole('button', { name: 'Show more (30 of 140 shown)' }).click()
    await column.getByRole('button', { name: 'Show more (130 of 140 shown)' }).click()
    await expect.poll(() => column.locator('.title').allTextContents()).toEqual(titles)
    expect(await column.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await createDeal('Deal 141')
    await expect.poll(() => column.locator('.title').count()).toBe(141)
    await closeConsole(session)
  })

  test('the console board names missing scopes and shows the data that the key can view', async () => {
    await createDeal('One')
    const viewSession = await openConsole(
      browser,
      world.url,
      await world.createKey('owner', ['deals.view.all']),
      '#/board',
    )
    await viewSession.page.getByText('One', { exact: true }).waitFor()
    for (const scope of ['deals.manage', 'people.view'])
      await viewSession.page.getByText(scope).waitFor()
    expect(await findHandle(viewSession.page, 'One').count()).toBe(0)
    await closeConsole(viewSession)
    const taskSession = await openConsole(
      browser,
      world.url,
      await world.createKey('owner', ['tasks.manage']),
      '#/board',
    )
    await taskSession.page.getByText('deals.view').waitFor()
    await closeConsole(taskSession)
  })

  test("the console board can show only the user's own deals or another pipeline", async () => {
    await createDeal('Mine', 'Qualified', { assigneeId: world.users.owner.id })
    await createDeal("The agent's", 'Qualified', { assigneeId: world.users.agent.id })
    const session = await openBoard()
    const { page } = session
    await expect.poll(async () => (await readShownTitles(page)).flat()).toHaveLength(2)
    await page.getByLabel('Assignee').selectOption('me')
    await expect.poll(async () => (await readShownTitles(page)).flat()).toEqual(['Mine'])
    const stages = [{ name: 'Wish', type: 'open' }]
    await world
      .as('owner')
      .gql(
        'mutation($stages: [CreatePipelineStageInput!]!) { createPipeline(input: { name: "Listings", stages: $stages }) { pipeline { id } } }',
        { stages },
      )
    await page.getByLabel('Pipeline').selectOption('Listings')
    await page.getByRole('heading', { name: 'Wish' }).waitFor()
    expect(await page.title()).toBe('Board: Listings · Console · Dealgraph')
    await closeConsole(session)
  })

  test('the console board passes the axe accessibility rules and fits desktop and phone screens', async () => {
    for (const title of ['One', 'Two']) await createDeal(title)
    const pickUpDeal = async (page: Page) => {
      await findHandle(page, 'One').focus()
      await page.keyboard.press('Space')
    }
    await expectAccessible(browser, world.url, world.as('owner'), [['#/board', pickUpDeal]])
  })
})
