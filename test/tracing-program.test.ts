import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import { formatSpanTree, startCollector } from './support/collector.ts'
import { type RunningServer, type RunOptions, runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { sourceProgramPath } from './support/program.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld } from './support/world.ts'

/**
 * A preloaded module that prints the name of each loaded module that is needed only for tracing.
 */
const tracingModulePrinter = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    if (/@opentelemetry|tracing.open-telemetry/.test(url)) console.error('loaded ' + url)
    return next(url, context)
  } })`)}`

describe('Traces of a running server', () => {
  let folder: Folder
  let secret: string
  let server: RunningServer | undefined
  beforeEach(async () => {
    folder = newFolder()
    secret = await createCompanyWithKey(folder.env())
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    server = undefined
    folder.remove()
  })

  async function startServer(
    settings: Record<string, string>,
    options: RunOptions = {},
  ): Promise<{ program: RunningServer; client: Client }> {
    server = await serve({ ...folder.env(), ...settings }, options)
    return { program: server, client: createHttpClient(server.url, secret) }
  }

  test('at shutdown, the server sends spans to the collector that the OpenTelemetry environment variables specify', async () => {
    const collector = await startCollector()
    const { program, client } = await startServer({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/somewhere/else`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
      OTEL_SERVICE_NAME: 'crm',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    })
    expect((await client.gql('{ me { id } }')).status).toBe(200)
    const { code, stderr } = await program.stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [span] = collector.spans()
    expect(span?.resource).toMatchObject({
      'service.name': 'crm',
      'deployment.environment.name': 'test',
    })
    expect(formatSpanTree(collector.spans(), span?.traceId as string)[0]).toBe('POST /graphql')
    expect(collector.received[0]?.headers['authorization']).toBe('Bearer collector')
    await collector.stop()
  })

  test('no tracing module is loaded unless tracing is enabled', async () => {
    const options = { flags: ['--import', tracingModulePrinter], program: sourceProgramPath }
    const serverWithoutTracing = await startServer({}, options)
    expect((await serverWithoutTracing.client.gql('{ me { id } }')).status).toBe(200)
    await serverWithoutTracing.client.rest('GET', '/v1/people')
    expect(await serverWithoutTracing.program.stop()).toMatchObject({ code: 0, stderr: '' })
    const untracedServer = await startServer(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
      options,
    )
    expect(await untracedServer.program.stop()).toMatchObject({ code: 0, stderr: '' })
    const tracedServer = await startServer(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      options,
    )
    expect((await tracedServer.program.stop()).stderr).toMatch(/loaded .*@opentelemetry/)
  })

  test('a trace collector that is unreachable or does not respond affects neither requests nor shutdown', async () => {
    const silentReceiver = await startReceiver(() => {})
    for (const endpoint of ['http://127.0.0.1:1', new URL(silentReceiver.url).origin]) {
      const { program, client } = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          client.rest(n % 2 ? 'GET' : 'POST', '/v1/tasks', n % 2 ? undefined : { title: 'x' }),
        ),
      )
      expect(replies.filter(({ status }) => status >= 300)).toEqual([])
      expect(await program.stop()).toMatchObject({ code: 0, stderr: '' })
    }
    await silentReceiver.stop()
  })

  test('OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG determine whether the spans of a request are sent', async () => {
    const collector = await startCollector()
    for (const [sampler, ratio, expectedSpanCount] of [
      ['always_off', '1', 0],
      ['traceidratio', '0', 0],
      ['parentbased_traceidratio', '1.0', 3],
    ] as const) {
      const world = await createWorld({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER: sampler,
        OTEL_TRACES_SAMPLER_ARG: ratio,
      })
      for (let i = 0; i < 3; i++) await world.as('owner').rest('GET', '/v1/tasks')
      await world.stop()
      expect([sampler, collector.spans().filter(({ kind }) => kind === 2).length]).toEqual([
        sampler,
        expectedSpanCount,
      ])
    }
    await collector.stop()
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('the server refuses to start with %s set to %s', async (name, value) => {
    const { code, stderr } = await runDealgraph(
      { ...folder.env(), PORT: '0', [name]: value },
      'serve',
    )
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^${name} must be .*"${value}"`)),
    ])
  })
})
