import { createHash, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../errors.ts'
import type { HttpResponse, RequestContext } from './request-context.ts'

const loopback = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * What those who run the server watch, for Prometheus. It tells of all companies, so it is for this
 * machine alone, or for whoever has `METRICS_TOKEN`; a proxy on this machine passes on others, so
 * that does not count. @throws FORBIDDEN
 */
export const metrics =
  (read: () => Promise<string>) =>
  async (x: RequestContext): Promise<HttpResponse> => {
    const token = x.deps.settings.METRICS_TOKEN
    const { authorization, forwarded, 'x-forwarded-for': forwardedFor, via } = x.request.headers
    const known =
      token !== '' &&
      authorization !== undefined &&
      timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
    const near =
      token === '' &&
      loopback.test(x.request.socket.remoteAddress ?? '') &&
      !forwarded &&
      !forwardedFor &&
      !via
    if (!known && !near)
      throw forbidden(
        'Metrics are for the machine that the server runs on, or with METRICS_TOKEN as bearer token',
      )
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await read(),
    }
  }
