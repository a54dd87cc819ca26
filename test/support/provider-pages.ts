import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'

export const formatPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`

/**
 * Serves the sign-in page, which contains a form for the account name, and completes the sign-in
 * when the form is submitted.
 */
export async function handleSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('name') ?? ''
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
  const form =
    '<form method="post"><label>Name <input name="name" autofocus required></label> <button>Sign in</button></form>'
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(formatPage('Sign in', form))
}

/**
 * Follows the provider's pages as a browser does: signs in with a name, and confirms a
 * sign-out. @returns the first URL of another origin @throws an error with the text of a page
 * without a form
 */
export async function authorize(issuer: string, url: string | URL, name: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let currentUrl = new URL(url)
  let body: URLSearchParams | undefined
  while (currentUrl.origin === issuer) {
    const response = await fetch(currentUrl, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(key, value)
    }
    const pageText = await response.text()
    const location = response.headers.get('location')
    if (location) currentUrl = new URL(location, currentUrl)
    else if (!pageText.includes('<form')) throw new Error(pageText)
    body = location
      ? undefined
      : new URLSearchParams({ name, logout: 'yes', ...findHiddenFields(pageText) })
    currentUrl = new URL(
      /<form[^>]* action="([^"]+)"/.exec(location ? '' : pageText)?.[1] ?? currentUrl,
    )
  }
  return currentUrl
}

const findHiddenFields = (content: string) =>
  Object.fromEntries(
    [...content.matchAll(/<input[^>]* name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
