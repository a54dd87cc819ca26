/** The sign-in routes: `/sign-in`, its callback, `/sign-out` and the resource metadata. */
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
  sessionCookieName,
  setCookie,
} from '../http/authentication.ts'
import { chargeAttempt, rejectAttempt } from '../http/failed-attempts.ts'
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

const pendingCookieName = 'dealgraph-sign-in'
const maxPendingSeconds = 600
/** Maximum length of the URL to return to after sign-in, which is stored in a cookie. */
const maxReturnUrlLength = 2000
const metadataPath = '/.well-known/oauth-protected-resource'

interface SignInRequest extends PendingSignIn {
  returnTo: string
  companyId: string | undefined
  expiresAt: number
}

type Handler = (http: RequestContext) => HttpResponse | Promise<HttpResponse>

/** Handles the sign-in routes. Each route accepts either GET and HEAD, or POST. */
export class SignInRoutes {
  readonly #deps: Deps
  readonly #provider: Provider
  readonly #cookieKey: Buffer

  constructor(deps: Deps) {
    this.#deps = deps
    this.#provider = new Provider(deps)
    this.#cookieKey = Buffer.from(hkdfSync('sha256', deps.webhookKey, '', 'pending sign-in', 32))
  }

  /** Responds to requests for the sign-in routes; returns undefined for other paths. */
  readonly serve = (http: RequestContext): HttpResponse | Promise<HttpResponse> | undefined => {
    const { path } = http
    if (path === metadataPath || path.startsWith(`${metadataPath}/`))
      return handleMethod(http, 'GET', this.#describeResource, metadataPath)
    if (!this.#deps.settings.OIDC_CLIENT_ID) return undefined
    if (path === '/sign-in') return handleMethod(http, 'GET', this.#startSignIn)
    if (path === '/sign-in/callback') return handleMethod(http, 'GET', this.#finishSignIn)
    if (path === '/sign-out') return handleMethod(http, 'POST', this.#signOut)
    return undefined
  }

  /** Returns the metadata of the API as an OAuth protected resource (RFC 9728). */
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

  readonly #startSignIn: Handler = async (http) => {
    const params = new URLSearchParams(http.search)
    const callbackUrl = `${getOrigin(http)}/sign-in/callback`
    try {
      const loginHint = params.get('loginHint') ?? undefined
      const { url, pending } = await this.#provider.startSignIn(callbackUrl, loginHint)
      const request: SignInRequest = {
        ...pending,
        returnTo: this.#checkReturnUrl(params.get('returnTo')),
        companyId: params.get('company') ?? undefined,
        expiresAt: this.#deps.now() + maxPendingSeconds * 1000,
      }
      setCookie(http, pendingCookieName, this.#encryptRequest(request), maxPendingSeconds)
      return redirect(url)
    } catch (error) {
      return this.#renderError(http, error)
    }
  }

  readonly #finishSignIn: Handler = async (http) => {
    const request = this.#decryptRequest(readCookie(http, pendingCookieName))
    setCookie(http, pendingCookieName, '', 0)
    await chargeAttempt(http)
    if (!request)
      return renderFailure(400, 'The sign-in took too long or was started in another browser.')
    try {
      const { claims, idToken } = await this.#provider.finishSignIn(
        `${getOrigin(http)}${http.path}${http.search}`,
        request,
      )
      await chargeAttempt(http, -1)
      const personClaims = readClaims(claims, this.#deps)
      const companies = await listCompanies(this.#deps, personClaims)
      if (request.companyId === undefined && companies.length > 1)
        return renderCompanyChoice(companies, request.returnTo)
      const identity = await findOrBindIdentity(this.#deps, personClaims, request.companyId)
      if (!identity)
        return renderFailure(
          403,
          'Your sign-in matches no active user of this server. Ask an Owner or Admin to invite you.',
        )
      const userAgent = http.request.headers['user-agent']
      const secret = await startSession(this.#deps, identity, { userAgent, idToken })
      const earlierSecret = readCookie(http, sessionCookieName)
      if (earlierSecret) await stopSession(this.#deps, earlierSecret)
      const maxAgeSeconds = this.#deps.settings.SESSION_HOURS * 3600
      setCookie(http, sessionCookieName, secret, maxAgeSeconds)
      return redirect(request.returnTo)
    } catch (error) {
      return this.#renderError(http, error)
    }
  }

  /** Revokes the session; the page then opens `redirectTo`, to sign out at the provider, too. */
  readonly #signOut: Handler = async (http) => {
    await requireCredential(http)
    const secret = readSessionSecret(http)
    if (!secret || !requireViewer(http).authentication?.session)
      return rejectAttempt(http, unauthorized())
    const idToken = await stopSession(this.#deps, secret)
    const consoleUrl = `${getOrigin(http)}/console`
    const url = await this.#provider.getSignOutUrl(idToken, consoleUrl).catch(() => undefined)
    setCookie(http, sessionCookieName, '', 0)
    return json(200, { redirectTo: url ?? consoleUrl })
  }

  /** Returns `returnTo` if its origin is trusted and its length allowed; otherwise `/console`. */
  #checkReturnUrl(returnTo: string | null): string {
    const ownOrigin = 'http://own.invalid'
    if (!returnTo || !URL.canParse(returnTo, ownOrigin)) return '/console'
    const { origin, pathname, search, hash, href } = new URL(returnTo, ownOrigin)
    // The parser treats `/\host` and `//host` as URLs of another origin.
    const target = origin === ownOrigin ? `${pathname}${search}${hash}`.replace(/^\/+/, '/') : href
    const isTrusted = origin === ownOrigin || this.#deps.settings.CORS_ORIGINS.includes(origin)
    return isTrusted && target.length <= maxReturnUrlLength ? target : '/console'
  }

  #encryptRequest(request: SignInRequest): string {
    const requestJson = JSON.stringify(request)
    return encrypt(this.#cookieKey, requestJson, this.#deps.randomBytes).toString('base64url')
  }

  #decryptRequest(cookie: string | undefined): SignInRequest | undefined {
    if (!cookie) return undefined
    try {
      const requestJson = decrypt(this.#cookieKey, Buffer.from(cookie, 'base64url')).toString()
      const request = JSON.parse(requestJson) as SignInRequest
      return request.expiresAt > this.#deps.now() ? request : undefined
    } catch {
      return undefined
    }
  }

  #renderError({ requestId }: RequestContext, error: unknown): HttpResponse {
    const message = error instanceof Error ? error.message : String(error)
    this.#deps.log.warn({ requestId, message }, 'a sign-in failed')
    if (error instanceof ApiError && error.status < 500)
      return renderFailure(error.status, error.message)
    return renderFailure(
      502,
      'The sign-in was not completed, or the OpenID provider is not available.',
    )
  }
}

/**
 * Calls the handler if the method matches; GET includes HEAD. The route is a metric label, so
 * it must not contain client input. @throws METHOD_NOT_ALLOWED
 */
function handleMethod(http: RequestContext, method: string, handler: Handler, route = http.path) {
  Object.assign(http, { route, operation: route })
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

/** Renders a choice of companies. @param returnTo the path or URL to open after sign-in */
function renderCompanyChoice(
  companies: readonly { id: string; name: string }[],
  returnTo: string,
): HttpResponse {
  const links = companies.map(({ id, name }) => {
    const searchParams = new URLSearchParams({ company: id, returnTo })
    return `<li><a href="/sign-in?${escapeHtml(String(searchParams))}">${escapeHtml(name)}</a></li>`
  })
  return renderPage({
    title: 'Choose a company · Dealgraph',
    body: `<main class="narrow"><h1>Choose a company</h1><ul class="cards">${links.join('')}</ul></main>`,
  })
}
