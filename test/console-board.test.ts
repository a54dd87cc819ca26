import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '../src/resources/companies/operations.ts'
import { openBrowser, requiresBrowser } from './support/browser.ts'
import { accessible, leave, openConsole } from './support/console.ts'
import { startRelay } from './support/relay.ts'
import { createWorld, type Who, type World } from './support/world.ts'

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
    asSystem(world.deps, world.company, (ctx) =>
      ctx.db.delete('deals', { companyId: world.company.id }),
    ),
  )
  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  const open = (who: Who = 'owner', options = {}) =>
    openConsole(browser, world.url, world.as(who), `#/board/${pipelineId}`, options)
  const stage = (name: string) => stages.find((each) => each.name === name)?.id as string
  async function create(title: string, to = 'Qualified', more: object = {}): Promise<string> {
    const { body } = await world
      .as('owner')
      .gql('mutation($input: CreateDealInput!) { createDeal(input: $input) { id } }', {
        input: { title, pipelineId, stageId: stage(to), price: 100, ...more },
      })
    return body.data.createDeal.id
  }
  const move = (id: string, to: string) =>
    world
      .as('owner')
      .gql('mutation($id: ID!, $to: ID!) { moveDeal(id: $id, input: { stageId: $to }) { id } }', {
        id,
        to: stage(to),
      })
  /** The titles in each column, as stored by the server. */
  async function kept(): Promise<string[][]> {
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
  const lane = (page: Page, name: string) => page.getByRole('region', { name })
  const shown = async (page: Page) => {
    const found: string[][] = []
    for (const { name } of stages)
      found.push(await lane(page, name).locator('.title').allTextContents())
    return found
  }
  const handle = (page: Page, title: string) =>
    page.getByRole('button', { name: `Move ${title}`, exact: true })
  const focused = (page: Page, title: string) =>
    handle(page, title).evaluate((node) => node === document.activeElement)

  test('a mouse drag moves a deal between two others and appears in other windows at once', async () => {
    for (const title of ['One', 'Two']) await create(title)
    for (const title of ['Three', 'Four']) await create(title, 'Proposal')
    const [mine, other] = [await open(), await open('admin')]
    await handle(other.page, 'Four').waitFor()
    await other.page.getByText('Live', { exact: true }).waitFor()
    await lane(mine.page, 'Qualified')
      .locator('.card', { hasText: 'One' })
      .dragTo(lane(mine.page, 'Proposal').locator('.card', { hasText: 'Four' }), {
        targetPosition: { x: 60, y: 4 },
      })
    const expected = [['Two'], ['Three', 'One', 'Four'], [], [], []]
    await expect.poll(() => shown(mine.page)).toEqual(expected)
    await expect.poll(() => shown(other.page)).toEqual(expected)
    await expect.poll(kept).toEqual(expected)
    for (const { page } of [mine, other])
      await expect
        .poll(() => lane(page, 'Proposal').locator('header p').textContent())
        .toBe('3 deals300')
    await mine.page.reload()
    await expect.poll(() => shown(mine.page)).toEqual(expected)
    await leave(mine)
    await leave(other)
  })

  test('a mouse drag moves a deal within its column and into an empty column', async () => {
    for (const title of ['One', 'Two', 'Three']) await create(title)
    const opened = await open()
    const { page } = opened
    const card = (title: string) => page.locator('.card', { hasText: title })
    await card('One').dragTo(card('Three'), { targetPosition: { x: 60, y: 40 } })
    await expect.poll(kept).toEqual([['Two', 'Three', 'One'], [], [], [], []])
    await card('One').dragTo(card('Two'), { targetPosition: { x: 60, y: 3 } })
    await expect.poll(kept).toEqual([['One', 'Two', 'Three'], [], [], [], []])
    await card('Two').dragTo(lane(page, 'Won'))
    await expect.poll(kept).toEqual([['One', 'Three'], [], [], ['Two'], []])
    expect(await shown(page)).toEqual(await kept())
    await leave(opened)
  })

  test('the keyboard can pick up, move, drop and return a deal, and each step is announced', async () => {
    for (const title of ['One', 'Two']) await create(title)
    await create('Three', 'Proposal')
    const opened = await open()
    const { page } = opened
    const announcement = page.locator('[aria-live="assertive"]')
    await handle(page, 'One').focus()
    await page.keyboard.press('Space')
    await expect
      .poll(() => announcement.textContent())
      .toContain('One picked up: Qualified, place 1 of 2')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => announcement.textContent()).toBe('Proposal, place 1 of 2.')
    await expect.poll(() => focused(page, 'One')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => announcement.textContent()).toBe('Proposal, place 2 of 2.')
    expect(await kept()).toEqual([['One', 'Two'], ['Three'], [], [], []])
    await page.keyboard.press('Space')
    await expect.poll(kept).toEqual([['Two'], ['Three', 'One'], [], [], []])
    await expect.poll(() => focused(page, 'One')).toBe(true)
    await expect
      .poll(() => announcement.textContent())
      .toBe('One dropped in Proposal, place 2 of 2.')
    await page.keyboard.press('Enter')
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect.poll(() => announcement.textContent()).toBe('Won, place 1 of 1.')
    await page.keyboard.press('Escape')
    await expect
      .poll(() => announcement.textContent())
      .toBe('One put back in Proposal, place 2 of 2.')
    await expect.poll(() => focused(page, 'One')).toBe(true)
    expect(await shown(page)).toEqual([['Two'], ['Three', 'One'], [], [], []])
    await leave(opened)
  })

  test('clicks can move a deal', async () => {
    await create('One')
    const opened = await open('owner', { viewport: { width: 375, height: 800 }, hasTouch: true })
    const { page } = opened
    await handle(page, 'One').tap()
    await page.getByRole('button', { name: 'Move to next stage' }).tap()
    await page.getByRole('button', { name: 'Drop' }).tap()
    await expect.poll(kept).toEqual([[], ['One'], [], [], []])
    await leave(opened)
  })

  test('the board returns a deal to its place after a refused move and shows the reason', async () => {
    const id = await create('One')
    await create('Two', 'Proposal')
    const opened = await open()
    const { page } = opened
    await handle(page, 'One').focus()
    // While a card is picked up, the board does not refresh, so this change appears after the drop.
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await world
      .as('admin')
      .gql('mutation($id: ID!) { updateDeal(id: $id, input: { price: 700 }) { id } }', { id })
    await page.keyboard.press('Space')
    await page.getByText('One was put back: another user has changed it meanwhile').waitFor()
    await expect.poll(() => shown(page)).toEqual([['One'], ['Two'], [], [], []])
    await lane(page, 'Qualified').getByText('700').first().waitFor()
    await leave(opened)
  })

  test('the board follows changes by other users, even after a lost connection', async () => {
    const relay = await startRelay(world.url)
    const { page, close } = await openConsole(
      browser,
      relay.url,
      world.as('owner'),
      `#/board/${pipelineId}`,
    )
    await page.getByText('Live', { exact: true }).waitFor()
    const id = await create('<i>New</i>')
    await page.getByText('<i>New</i>').waitFor()
    await world
      .as('admin')
      .gql(
        'mutation($id: ID!) { updateDeal(id: $id, input: { title: "Renamed", price: 5 }) { id } }',
        { id },
      )
    await lane(page, 'Qualified').getByText('Renamed').waitFor()
    relay.cut()
    await page.getByText('Connection lost').waitFor()
    await move(id, 'Lost')
    expect(await shown(page)).toEqual([['Renamed'], [], [], [], []])
    relay.restore()
    await expect.poll(() => shown(page), { timeout: 20_000 }).toEqual([[], [], [], [], ['Renamed']])
    await world.as('owner').gql('mutation($id: ID!) { deleteDeal(id: $id) { id } }', { id })
    await expect.poll(() => shown(page)).toEqual([[], [], [], [], []])
    await close()
    await relay.stop()
  })

  test('a hidden window pauses its subscription and refreshes when it is visible again', async () => {
    const opened = await open()
    const { page } = opened
    await page.getByText('Live', { exact: true }).waitFor()
    await create('One')
    await page.getByText('One', { exact: true }).waitFor()
    const turn = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      )
    await turn(true)
    await page.getByText('Connecting …').waitFor()
    await create('Two')
    await move(await create('Three'), 'Won')
    await turn(false)
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => shown(page)).toEqual([['One', 'Two'], [], [], ['Three'], []])
    await leave(opened)
  })

  test('the board loads long columns in pages', async () => {
    const titles = Array.from({ length: 140 }, (_, i) => `Deal ${i + 1}`)
    for (const title of titles) await create(title)
    const opened = await open()
    const { page } = opened
    const column = lane(page, 'Qualified')
    await column.getByRole('button', { name: 'Show more: 30 of 140' }).click()
    await column.getByRole('button', { name: 'Show more: 130 of 140' }).click()
    await expect.poll(() => column.locator('.title').allTextContents()).toEqual(titles)
    expect(await column.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await create('Deal 141')
    await expect.poll(() => column.locator('.title').count()).toBe(141)
    await leave(opened)
  })

  test('the board names the missing scopes of a key and shows the permitted data', async () => {
    await create('One')
    const narrow = await openConsole(
      browser,
      world.url,
      await world.createKey('owner', ['deals.view.all']),
      '#/board',
    )
    await narrow.page.getByText('One', { exact: true }).waitFor()
    for (const scope of ['deals.manage', 'people.view'])
      await narrow.page.getByText(scope).waitFor()
    expect(await handle(narrow.page, 'One').count()).toBe(0)
    await leave(narrow)
    const without = await openConsole(
      browser,
      world.url,
      await world.createKey('owner', ['tasks.manage']),
      '#/board',
    )
    await without.page.getByText('deals.view').waitFor()
    await leave(without)
  })

  test('the board can show the deals of the caller, unassigned deals and another pipeline', async () => {
    await create('Mine', 'Qualified', { assignedAgentId: world.users.owner.id })
    await create("The agent's", 'Qualified', { assignedAgentId: world.users.agent.id })
    const opened = await open()
    const { page } = opened
    await expect.poll(async () => (await shown(page)).flat()).toHaveLength(2)
    await page.getByLabel('Assignee').selectOption('me')
    await expect.poll(async () => (await shown(page)).flat()).toEqual(['Mine'])
    const stages = [{ name: 'Wish', type: 'open' }]
    await world
      .as('owner')
      .gql(
        'mutation($stages: [CreatePipelineStageInput!]!) { createPipeline(input: { name: "Listings", stages: $stages }) { id } }',
        { stages },
      )
    await page.getByLabel('Pipeline').selectOption('Listings')
    await page.getByRole('heading', { name: 'Wish' }).waitFor()
    expect(await page.title()).toBe('Board: Listings · Console · Dealgraph')
    await leave(opened)
  })

  test('the board is accessible', async () => {
    for (const title of ['One', 'Two']) await create(title)
    const pickUp = async (page: Page) => {
      await handle(page, 'One').focus()
      await page.keyboard.press('Space')
    }
    await accessible(browser, world.url, world.as('owner'), [['#/board', pickUp]])
  })
})
