/** The routes of sign-in: `/sign-in`, its callback, `/sign-out`, and the resource metadata. */
import { hkdfSync } from 'node:crypto'
import { readClaims } from '../access/access-tokens.ts'
import { allScopes } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import { ApiError, methodNotAllowed, notFound, unauthorized } from '../errors.ts'
import {
  getOrigin,
  readCookie,
  readSessionSecret,
  requireCredential,
  sessionCookie,
  setCookie,
} from '../http/authentication.ts'
import { chargeAttempt, rejectAttempt } from '../http/rate-limit.ts'
import {
  type HttpResponse,
  json,
  type RequestContext,
  requireViewer,
} from '../http/request-context.ts'
import { decrypt, encrypt } from '../lib/encryption.ts'
import { escapeHtml } from '../pages/browser/highlight.ts'
import { renderPage } from '../pages/page.ts'
import { findOrBindIdentity, listCompanies } from './identities.ts'
import { type PendingSignIn, Provider } from './provider.ts'
import { startSession, stopSession } from './sessions.ts'

const pendingCookie = 'dealgraph-sign-in'
const maxPendingSeconds = 600
/** Maximum length of a target of a redirect, which is kept in a cookie. */
const maxReturnLength = 2000
const metadataPath = '/.well-known/oauth-protected-resource'

interface SignInRequest extends PendingSignIn {
  returnTo: string
  companyId: string | undefined
  expiresAt: number
}

type Handler = (http: RequestContext) => HttpResponse | Promise<HttpResponse>

/** The handlers of the sign-in routes, selected by path; each accepts one method. */
export class SignInRoutes {
  readonly #deps: Deps
  readonly #provider: Provider
  readonly #key: Buffer

  constructor(deps: Deps) {
    this.#deps = deps
    this.#provider = new Provider(deps)
    this.#key = Buffer.from(hkdfSync('sha256', deps.webhookKey, '', 'pending sign-in', 32))
  }

  /** Returns the response to a request for one of the routes; undefined for other paths. */
  readonly serve = (http: RequestContext): HttpResponse | Promise<HttpResponse> | undefined => {
    const { path } = http
    if (path === metadataPath || path.startsWith(`${metadataPath}/`))
      return handle(http, 'GET', this.#describeResource)
    if (!this.#deps.settings.OIDC_CLIENT_ID) return undefined
    if (path === '/sign-in') return handle(http, 'GET', this.#start)
    if (path === '/sign-in/callback') return handle(http, 'GET', this.#finish)
    if (path === '/sign-out') return handle(http, 'POST', this.#signOut)
    return undefined
  }

  /** Responds with the metadata of the API as a protected resource (RFC 9728). */
  readonly #describeResource: Handler = (http) => {
    const resourcePath = http.path.slice(metadataPath.length)
    if (!['', '/graphql', '/v1'].includes(resourcePath)) throw notFound('Path')
    const origin = getOrigin(http)
    return json(200, {
      resource: origin + resourcePath,
      authorization_servers: [this.#deps.settings.OIDC_ISSUER],
      scopes_supported: [...this.#deps.settings.OIDC_SCOPES.split(' '), ...allScopes],
      bearer_methods_supported: ['header'],
      resource_name: 'Dealgraph',
      resource_documentation: `${origin}/docs`,
    })
  }

  readonly #start: Handler = async (http) => {
    const params = new URLSearchParams(http.search)
    const callback = `${getOrigin(http)}/sign-in/callback`
    try {
      const hint = params.get('loginHint') ?? undefined
      const { url, pending } = await this.#provider.start(callback, hint)
      const request: SignInRequest = {
        ...pending,
        returnTo: this.#checkReturn(params.get('returnTo')),
        companyId: params.get('company') ?? undefined,
        expiresAt: this.#deps.now() + maxPendingSeconds * 1000,
      }
      setCookie(http, pendingCookie, this.#seal(request), maxPendingSeconds)
      return redirect(url)
    } catch (error) {
      return this.#fail(http, error)
    }
  }

  readonly #finish: Handler = async (http) => {
    const request = this.#open(readCookie(http, pendingCookie))
    setCookie(http, pendingCookie, '', 0)
    await chargeAttempt(http)
    if (!request)
      return renderFailure(400, 'The sign-in took too long, or began in another browser.')
    try {
      const { claims, idToken } = await this.#provider.finish(
        `${getOrigin(http)}${http.path}${http.search}`,
        request,
      )
      await chargeAttempt(http, -1)
      const person = readClaims(claims, this.#deps)
      const companies = await listCompanies(this.#deps, person)
      if (request.companyId === undefined && companies.length > 1)
        return renderCompanyChoice(companies, request.returnTo)
      const identity = await findOrBindIdentity(this.#deps, person, request.companyId)
      if (!identity)
        return renderFailure(
          403,
          'You have no active user here. Ask an Owner or Admin to invite you.',
        )
      const userAgent = http.request.headers['user-agent']
      const secret = await startSession(this.#deps, identity, { userAgent, idToken })
      const earlierSecret = readCookie(http, sessionCookie)
      if (earlierSecret) await stopSession(this.#deps, earlierSecret)
      const maxAgeSeconds = this.#deps.settings.SESSION_HOURS * 3600
      setCookie(http, sessionCookie, secret, maxAgeSeconds)
      return redirect(request.returnTo)
    } catch (error) {
      return this.#fail(http, error)
    }
  }

  /** Revokes the session; the page then opens `redirectTo`, where the provider signs out too. */
  readonly #signOut: Handler = async (http) => {
    await requireCredential(http)
    const secret = readSessionSecret(http)
    if (!secret || !requireViewer(http).authentication?.session)
      return rejectAttempt(http, unauthorized())
    const idToken = await stopSession(this.#deps, secret)
    const home = `${getOrigin(http)}/console`
    const url = await this.#provider.getSignOutUrl(idToken, home).catch(() => undefined)
    setCookie(http, sessionCookie, '', 0)
    return json(200, { redirectTo: url ?? home })
  }

  /** Returns a path of ours or a URL of CORS_ORIGINS; anything else becomes `/console`. */
  #checkReturn(returnTo: string | null): string {
    const base = 'http://own.invalid'
    if (!returnTo || !URL.canParse(returnTo, base)) return '/console'
    const { origin, pathname, search, hash, href } = new URL(returnTo, base)
    // The parser reads `/\host` and `//host` as another origin.
    const target = origin === base ? `${pathname}${search}${hash}`.replace(/^\/+/, '/') : href
    const isTrusted = origin === base || this.#deps.settings.CORS_ORIGINS.includes(origin)
    return isTrusted && target.length <= maxReturnLength ? target : '/console'
  }

  #seal(request: SignInRequest): string {
    const text = JSON.stringify(request)
    return encrypt(this.#key, text, this.#deps.randomBytes(12)).toString('base64url')
  }

  #open(cookie: string | undefined): SignInRequest | undefined {
    if (!cookie) return undefined
    try {
      const text = decrypt(this.#key, Buffer.from(cookie, 'base64url')).toString()
      const request = JSON.parse(text) as SignInRequest
      return request.expiresAt > this.#deps.now() ? request : undefined
    } catch {
      return undefined
    }
  }

  #fail({ requestId }: RequestContext, error: unknown): HttpResponse {
    const message = error instanceof Error ? error.message : String(error)
    this.#deps.log.warn({ requestId, message }, 'a sign-in failed')
    if (error instanceof ApiError && error.status < 500)
      return renderFailure(error.status, error.message)
    return renderFailure(
      502,
      'The sign-in was not completed, or the OpenID provider is unavailable.',
    )
  }
}

/** Calls a handler for its method. @throws METHOD_NOT_ALLOWED */
function handle(http: RequestContext, method: 'GET' | 'POST', handler: Handler) {
  Object.assign(http, { route: http.path, operation: http.path })
  if (http.method !== method && !(method === 'GET' && http.method === 'HEAD'))
    throw methodNotAllowed([method])
  return handler(http)
}

const redirect = (url: string): HttpResponse => ({
  status: 303,
  headers: { Location: url },
  body: '',
})

function renderFailure(status: number, reason: string): HttpResponse {
  const page = renderPage({
    title: 'Sign-in failed · Dealgraph',
    body: `<main class="narrow"><h1>Sign-in failed</h1><p>${escapeHtml(reason)}</p><p><a href="/sign-in">Sign in again</a></p></main>`,
  })
  return { ...page, status }
}

/** Lets a user of several companies choose one. @param returnTo the page after the sign-in */
function renderCompanyChoice(
  companies: readonly { id: string; name: string }[],
  returnTo: string,
): HttpResponse {
  const links = companies.map(({ id, name }) => {
    const query = new URLSearchParams({ company: id, returnTo })
    return `<li><a href="/sign-in?${escapeHtml(String(query))}">${escapeHtml(name)}</a></li>`
  })
  return renderPage({
    title: 'Choose a company · Dealgraph',
    body: `<main class="narrow"><h1>Choose a company</h1><ul class="cards">${links.join('')}</ul></main>`,
  })
}
