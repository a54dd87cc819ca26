import { createHash, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'

const loopback = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves metrics in the Prometheus text format. They cover all companies, so they require
 * `METRICS_TOKEN` or, if none is set, a connection from this machine that no proxy forwarded.
 * @throws FORBIDDEN
 */
export const metricsEndpoint =
  (read: () => Promise<string>) =>
  async (http: RequestContext): Promise<HttpResponse> => {
    const token = http.deps.settings.METRICS_TOKEN
    const { authorization, forwarded, 'x-forwarded-for': forwardedFor, via } = http.request.headers
    const hasToken =
      token !== '' &&
      authorization !== undefined &&
      timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
    const isLocal =
      token === '' &&
      loopback.test(http.request.socket.remoteAddress ?? '') &&
      !forwarded &&
      !forwardedFor &&
      !via
    if (!hasToken && !isLocal)
      throw forbidden(
        'Metrics are for the machine that the server runs on, or with METRICS_TOKEN as bearer token',
      )
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await read(),
    }
  }
