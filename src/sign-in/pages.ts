/** The pages that a person sees if a sign-in needs a choice or has failed. */
import type { HttpResponse } from '../http/request-context.ts'
import { escapeHtml } from '../pages/browser/highlight.ts'
import { renderPage } from '../pages/page.ts'

export function renderFailure(status: number, reason: string): HttpResponse {
  const page = renderPage({
    title: 'Sign-in failed · Dealgraph',
    body: `<main class="narrow"><h1>Sign-in failed</h1><p>${escapeHtml(reason)}</p><p><a href="/sign-in">Sign in again</a></p></main>`,
  })
  return { ...page, status }
}

/** Lets a user of several companies choose one. @param returnTo the page after the sign-in */
export function renderCompanyChoice(
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
