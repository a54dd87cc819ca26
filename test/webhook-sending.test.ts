import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { computeNextDelayMs, parseRetryAfter, retryDelaysMs } from '../src/webhooks/queue.ts'
import {
  createSignatureHeaders,
  type Outcome,
  sendWebhook,
  type WebhookPost,
} from '../src/webhooks/send.ts'
import {
  neverRespond,
  type Receiver,
  type ReceiverHandler,
  respondWithStatus,
  startReceiver,
  truncateResponse,
} from './support/receiver.ts'
import { createSeededBytes } from './support/server.ts'

const createSecret = (seed: number) => `whsec_${createSeededBytes(seed)(32).toString('base64')}`
const getNow = () => Date.now()

describe('Webhook signatures', () => {
  test('the Standard Webhooks library accepts the signature of any webhook message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1 }), (text, seed) => {
        const body = Buffer.from(JSON.stringify({ text }))
        const headers = createSignatureHeaders('msg_1', getNow(), body, [createSecret(seed)])
        expect(new Webhook(createSecret(seed)).verify(body.toString(), headers)).toEqual({ text })
      }),
    )
  })

  test('webhook messages signed after a rotation can be verified only with the new or the previous secret', () => {
    const body = Buffer.from('{}')
    const headers = createSignatureHeaders('msg_1', getNow(), body, [
      createSecret(2),
      createSecret(1),
    ])
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    for (const seed of [1, 2])
      expect(new Webhook(createSecret(seed)).verify('{}', headers)).toEqual({})
    expect(() => new Webhook(createSecret(3)).verify('{}', headers)).toThrow()
  })

  test('a webhook signature is invalid for another body, message id or timestamp', () => {
    const headers = createSignatureHeaders('msg_1', getNow(), Buffer.from('{}'), [createSecret(1)])
    const verify = (text: string, changedHeaders: Record<string, string> = {}) =>
      new Webhook(createSecret(1)).verify(text, { ...headers, ...changedHeaders })
    expect(verify('{}')).toEqual({})
    expect(() => verify('{ }')).toThrow()
    expect(() => verify('{}', { 'webhook-id': 'msg_2' })).toThrow()
    expect(() =>
      verify('{}', { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
    ).toThrow()
  })
})

describe('The webhook retry schedule', () => {
  const toHours = (durationMs = 0) => durationMs / 3_600_000

  test('the webhook retry schedule spans three days and adds jitter to its delays', () => {
    expect(retryDelaysMs.map((waitMs) => toHours(waitMs))).toEqual([
      0,
      5 / 3600,
      5 / 60,
      0.5,
      2,
      5,
      10,
      14,
      20,
      24,
    ])
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.uint8Array({ minLength: 4, maxLength: 4 }),
        (attempts, bytes) => {
          const waitMs = computeNextDelayMs(attempts, undefined, () => Buffer.from(bytes)) as number
          expect(Math.abs(waitMs / (retryDelaysMs[attempts] as number) - 1)).toBeLessThanOrEqual(
            0.2001,
          )
        },
      ),
    )
    expect(computeNextDelayMs(10, undefined, createSeededBytes())).toBeUndefined()
    expect(computeNextDelayMs(10, 5000, createSeededBytes())).toBeUndefined()
  })

  test('a Retry-After header can extend the planned delay of a webhook retry to at most one day', () => {
    const pickMiddleBytes = () => Buffer.from([0x80, 0, 0, 0])
    expect(computeNextDelayMs(1, 120_000, pickMiddleBytes)).toBe(120_000)
    expect(computeNextDelayMs(2, 1000, pickMiddleBytes)).toBeCloseTo(300_000, -1)
    expect(toHours(computeNextDelayMs(1, 1e15, pickMiddleBytes))).toBe(24)
  })

  test('the Retry-After header of a webhook response can contain seconds or a date', () => {
    const nowMs = Date.parse('2026-06-01T09:00:00Z')
    expect(parseRetryAfter('120', nowMs)).toBe(120_000)
    expect(parseRetryAfter('Mon, 01 Jun 2026 09:02:00 GMT', nowMs)).toBe(120_000)
    expect(parseRetryAfter('Mon, 01 Jun 2026 08:00:00 GMT', nowMs)).toBe(0)
    for (const invalidHeader of [undefined, '', 'soon', '-5', '1.5', '2026-06-01'])
      expect(parseRetryAfter(invalidHeader, nowMs)).toBeUndefined()
  })
})

describe('Webhook requests', () => {
  const openReceivers: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    for (const openReceiver of openReceivers.splice(0)) await openReceiver.stop()
  })
  const startTestReceiver = async (handler?: ReceiverHandler): Promise<Receiver> => {
    const newReceiver = await startReceiver(handler)
    openReceivers.push(newReceiver)
    return newReceiver
  }
  const listenOnLoopback = async (server: ReturnType<typeof createServer>) => {
    const sockets: Socket[] = []
    server.on('connection', (socket) => sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    openReceivers.push({
      stop: async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      },
    })
    return (server.address() as AddressInfo).port
  }
  const sendTestWebhook = (
    url: string,
    extraOptions: Partial<WebhookPost> = {},
  ): Promise<Outcome> =>
    sendWebhook({
      url,
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.from('{"a":"é"}'),
      allowLocal: true,
      timeoutMs: 400,
      signal: new AbortController().signal,
      ...extraOptions,
    })

  test('a webhook request contains exactly the bytes of the message, and its result contains the response status', async () => {
    const { url, received } = await startTestReceiver()
    expect(await sendTestWebhook(url)).toEqual({ status: 200, latencyMs: expect.any(Number) })
    expect(received).toMatchObject([
      {
        text: '{"a":"é"}',
        headers: { 'content-type': 'application/json', 'content-length': '10' },
      },
    ])
  })

  test.each([
    [204, 'success'],
    [299, 'success'],
    [302, 'redirect'],
    [304, 'redirect'],
    [400, 'http'],
    [410, 'http'],
    [429, 'http'],
    [500, 'http'],
  ])('a webhook request that receives status %i has the result %s', async (code, result) => {
    const { url, received } = await startTestReceiver(
      respondWithStatus(code, { Location: '/elsewhere' }),
    )
    expect(await sendTestWebhook(url)).toEqual({
      status: code,
      latencyMs: expect.any(Number),
      ...(result !== 'success' && { error: result }),
    })
    expect(received).toHaveLength(1)
  })

  test('a webhook request does not follow redirects', async () => {
    const redirectTarget = await startTestReceiver()
    const { url } = await startTestReceiver(
      respondWithStatus(307, { Location: redirectTarget.url }),
    )
    expect(await sendTestWebhook(url)).toMatchObject({ status: 307, error: 'redirect' })
    expect(redirectTarget.received).toEqual([])
  })

  test('the result of a webhook request contains the Retry-After of the response', async () => {
    expect(
      await sendTestWebhook(
        (await startTestReceiver(respondWithStatus(429, { 'Retry-After': '120' }))).url,
      ),
    ).toMatchObject({
      status: 429,
      retryAfter: '120',
    })
  })

  test('a webhook request without a complete response fails after the timeout', async () => {
    const slowHandler: ReceiverHandler = (_, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    }
    expect(await sendTestWebhook((await startTestReceiver(neverRespond)).url)).toMatchObject({
      error: 'timeout',
    })
    expect(await sendTestWebhook((await startTestReceiver(slowHandler)).url)).toMatchObject({
      status: 200,
      error: 'timeout',
    })
    const silentPort = await listenOnLoopback(createServer())
    expect(await sendTestWebhook(`https://127.0.0.1:${silentPort}/`)).toMatchObject({
      error: 'timeout',
    })
  })

  test('a webhook request fails if the receiver closes the connection before the response is complete', async () => {
    expect(await sendTestWebhook((await startTestReceiver(truncateResponse)).url)).toMatchObject({
      status: 200,
      error: 'closed',
    })
    expect(
      await sendTestWebhook((await startTestReceiver((request) => request.socket.destroy())).url),
    ).toMatchObject({
      error: 'closed',
    })
    const invalidResponsePort = await listenOnLoopback(
      createServer((socket) => socket.end('nonsense\r\n\r\n')),
    )
    expect(await sendTestWebhook(`http://127.0.0.1:${invalidResponsePort}/`)).toMatchObject({
      error: 'closed',
    })
  })

  test("the status of an endless webhook response determines the delivery's result", async () => {
    const floodResponse: ReceiverHandler = (_, response) => {
      response.on('error', () => {})
      const writeUntilFull = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', writeUntilFull)
      }
      writeUntilFull()
    }
    expect(await sendTestWebhook((await startTestReceiver(floodResponse)).url)).toEqual({
      status: 200,
      latencyMs: expect.any(Number),
    })
  })

  test('a webhook request whose connection fails reports the cause', async () => {
    const { url, stop } = await startReceiver()
    await stop()
    expect(await sendTestWebhook(url)).toMatchObject({ error: 'connect' })
    expect(
      await sendTestWebhook('http://receiver.dev/', { resolve: async () => [] }),
    ).toMatchObject({
      error: 'dns',
    })
    const plainHttpReceiver = await startTestReceiver()
    expect(await sendTestWebhook(plainHttpReceiver.url.replace('http:', 'https:'))).toMatchObject({
      error: 'tls',
    })
    const portWithoutCertificate = await listenOnLoopback(createTlsServer())
    expect(await sendTestWebhook(`https://127.0.0.1:${portWithoutCertificate}/`)).toMatchObject({
      error: 'tls',
    })
  })

  test('a webhook request reaches no local address, in any notation, if local addresses are not permitted', async () => {
    const { url, received } = await startTestReceiver()
    const { port } = new URL(url)
    const publicOptions = { allowLocal: false, resolve: async () => ['127.0.0.1'] }
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.1',
      '[::ffff:127.0.0.1]',
      '[::1]',
      'localhost',
      'receiver.dev',
    ])
      for (const protocol of ['http', 'https'])
        expect(
          await sendTestWebhook(`${protocol}://${host}:${port}/`, publicOptions),
        ).toMatchObject({
          error: 'refused_address',
        })
    expect(
      await sendTestWebhook(`https://receiver.dev:${port}/`, {
        ...publicOptions,
        resolve: async () => ['8.8.8.8', '10.0.0.1'],
      }),
    ).toMatchObject({ error: 'refused_address' })
    expect(received).toEqual([])
  })

  test('a webhook request connects to the checked IP address even if the host name resolves differently later', async () => {
    const { url, received } = await startTestReceiver()
    const addresses = [['127.0.0.1'], ['8.8.8.8']]
    let lookupCount = 0
    const resolve = async () => addresses[lookupCount++] ?? []
    expect(
      await sendTestWebhook(`http://receiver.dev:${new URL(url).port}/`, { resolve }),
    ).toMatchObject({
      status: 200,
    })
    expect([lookupCount, received.length]).toEqual([1, 1])
  })

  test('a webhook request can be aborted', async () => {
    const { url, waitForCount } = await startTestReceiver(neverRespond)
    const abortController = new AbortController()
    const sendPromise = sendTestWebhook(url, { signal: abortController.signal, timeoutMs: 60_000 })
    await waitForCount(1)
    abortController.abort()
    expect(await sendPromise).toMatchObject({ error: 'closed' })
    expect(await sendTestWebhook(url, { signal: abortController.signal })).toMatchObject({
      error: 'closed',
    })
  })
})
