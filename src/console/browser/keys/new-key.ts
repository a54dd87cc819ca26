import { html } from 'htm/preact'
import { useId, useState } from 'preact/hooks'
import type { RequestError } from '../ask.ts'
import { formatCount, timeZone } from '../components.ts'
import { CreateKey, type Holder, ListHolders } from '../documents/keys.ts'
import { Dialog, Field, faultsOf, Secret, useAction } from '../forms.ts'
import { ErrorMessage, useOperation } from '../requests.ts'
import { type Choice, choices, meaning, reach } from '../scopes.ts'
import type { Session } from '../session.ts'

/** A form for a new key, and then its secret. */
export function NewKey({
  session,
  onDone,
  onClose,
}: {
  session: Session
  onDone: () => void
  onClose: () => void
}) {
  const { me } = session
  const [name, changeName] = useState('')
  const [until, changeUntil] = useState<Until>({ days: 90 })
  const [holder, changeHolder] = useState<Holder>(me)
  const [scopes, changeScopes] = useState<string[]>()
  const [issued, show] = useState<{ secret: string; name: string }>()
  const { busy, refused, run } = useAction()
  const others = ['OWNER', 'ADMIN'].includes(me.role)
  const create = (event: Event) => {
    event.preventDefault()
    void run(async () => {
      const expiresAt = untilIso(until)
      const input = {
        name,
        ...(expiresAt && { expiresAt }),
        ...(scopes && { scopes }),
        ...(holder.id !== me.id && { userId: holder.id }),
      }
      const { createApiKey } = await session.ask(CreateKey, { input })
      show({ secret: createApiKey.secret, name: createApiKey.apiKey.name })
      onDone()
    })
  }
  if (issued)
    return html`<${Secret} title=${`${issued.name} is made`} secret=${issued.secret} onClose=${onClose}>${use}<//>`
  const chosen = (next: Holder) => {
    changeHolder(next)
    changeScopes(undefined)
  }
  return html`<${Dialog} title="Create an API key" onClose=${onClose} wide>
    <form onSubmit=${create}>
      <${Field} label="Name" name="name" refused=${refused} hint="The program or person that will use the key."
        control=${(attributes: object) =>
          html`<input ...${attributes} value=${name} maxlength="100" autocomplete="off" autofocus onInput=${(event: Event) => changeName((event.target as HTMLInputElement).value)} />`} />
      ${others && html`<${ForWhom} session=${session} holder=${holder} refused=${refused} onChange=${chosen} />`}
      <${Expiry} until=${until} refused=${refused} onChange=${changeUntil} />
      <${Scopes} key=${holder.id} session=${session} holder=${holder} chosen=${scopes} faults=${faultsOf(refused, 'scopes')} onChange=${changeScopes} />
      <${ErrorMessage} refused=${refused} beside=${['name', 'userId', 'expiresAt', 'scopes']} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="main" disabled=${busy || scopes?.length === 0}>Create</button>
      </div>
    </form>
  <//>`
}

const use = html`<p class="small quiet">Send it as <code>Authorization: Bearer dg_…</code>, to <code>/graphql</code> or <code>/v1</code>.</p>`

interface ForWhomProps {
  session: Session
  holder: Holder
  refused: RequestError | undefined
  onChange: (holder: Holder) => void
}

/** The user of a new key; searched by name in large companies. */
export function ForWhom({ session, holder, refused, onChange }: ForWhomProps) {
  const may = session.may('users.view')
  const [name, search] = useState('')
  const { data, refused: notFound } = useOperation(
    session,
    ListHolders,
    { name: name || undefined },
    !may,
  )
  const most = useOperation(session, ListHolders, {}, !may).data?.users.totalCount ?? 0
  // Only an Owner can create keys for an Owner.
  const found = (data?.users.nodes ?? [])
    .filter(
      ({ id, roleName }) =>
        id !== session.me.id && (roleName !== 'Owner' || session.me.role === 'OWNER'),
    )
    .sort((a, b) => a.fullName.localeCompare(b.fullName))
  const listed = [
    session.me,
    ...(holder.id === session.me.id || found.some(({ id }) => id === holder.id) ? [] : [holder]),
    ...found,
  ]
  const choose = (id: string) => onChange(listed.find((each) => each.id === id) ?? session.me)
  return html`
    ${notFound && html`<${ErrorMessage} refused=${notFound} />`}
    ${
      most > 100 &&
      html`<${Field} label="Find a user" name="find" hint=${`Search by name among ${formatCount(most)}.`}
        control=${(attributes: object) => html`<input ...${attributes} type="search" value=${name} onChange=${(event: Event) => search((event.target as HTMLInputElement).value)} />`} />`
    }
    <${Field} label="For" name="userId" refused=${refused} hint=${!may && 'Creating keys for other users needs the scope users.view.'}
      control=${(
        attributes: object,
      ) => html`<select ...${attributes} value=${holder.id} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${listed.map((each) => html`<option value=${each.id}>${each.id === session.me.id ? `yourself (${each.roleName})` : `${each.fullName} (${each.roleName}, ${each.email})`}</option>`)}</select>`} />`
}

/**
 * When a key is to stop: after so many days, at a time of the reader's own clock
 * (`YYYY-MM-DDTHH:MM`), or never.
 */
export type Until = { days: number } | { at: string } | 'never'

/** The expiry for the API in UTC; null for never. */
export function untilIso(until: Until): string | undefined {
  if (until === 'never') return undefined
  const moment =
    'days' in until ? new Date(Date.now() + until.days * 86_400_000) : new Date(until.at)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const options: [value: string, label: string][] = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['at', 'at a time of your choice'],
  ['never', 'never'],
]

const chosen = (until: Until) =>
  until === 'never' ? 'never' : 'at' in until ? 'at' : String(until.days)

export function Expiry({
  until,
  refused,
  onChange,
}: {
  until: Until
  refused: RequestError | undefined
  onChange: (until: Until) => void
}) {
  const choose = (value: string) =>
    onChange(value === 'never' ? 'never' : value === 'at' ? { at: '' } : { days: Number(value) })
  return html`
    <${Field} label="Expires" name=${until !== 'never' && 'at' in until ? 'choice' : 'expiresAt'} refused=${refused} hint=${until === 'never' && 'A key that never stops is found, one day, by somebody else.'}
      control=${(
        attributes: object,
      ) => html`<select ...${attributes} value=${chosen(until)} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${options.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>`} />
    ${
      until !== 'never' &&
      'at' in until &&
      html`<${Field} label="Until" name="expiresAt" refused=${refused} hint=${`In your time zone (${timeZone}).`}
        control=${(attributes: object) =>
          html`<input ...${attributes} type="datetime-local" required value=${until.at} onInput=${(event: Event) => onChange({ at: (event.target as HTMLInputElement).value })} />`} />`
    }`
}

interface ScopesProps {
  session: Session
  holder: Holder
  /** Null: all permissions of the user. */
  chosen: string[] | undefined
  faults: string[]
  onChange: (scopes: string[] | undefined) => void
}

/**
 * What a new key may do: everything that its holder may, or some of it, and never more than one's
 * own key.
 */
export function Scopes({ session, holder, chosen, faults, onChange }: ScopesProps) {
  const id = useId()
  const own = holder.id === session.me.id
  const groups = choices(holder.roleName, session.rights, !own)
  const put = ({ scopes }: Choice, scope: string) =>
    onChange([
      ...(chosen ?? []).filter((each) => !scopes.includes(each)),
      ...(scope ? [scope] : []),
    ])
  const whole = own
    ? 'All permissions of your own key'
    : `All that ${holder.fullName} may, as far as your own key does`
  return html`<fieldset class="scopes-choice" aria-describedby=${`${id}-fault`}>
    <legend>Permissions</legend>
    <label class="choice"><input type="radio" name="may" checked=${!chosen} onChange=${() => onChange(undefined)} /> ${whole}</label>
    <label class="choice"><input type="radio" name="may" checked=${!!chosen} onChange=${() => onChange([])} /> Only what is chosen here</label>
    ${
      chosen &&
      html`<div class="groups">
        ${groups.map(
          ([kind, each]) => html`<div role="group" aria-labelledby=${`${id}-${kind}`}>
            <h3 id=${`${id}-${kind}`}>${titleOf(kind)}</h3>
            ${each.map((choice) => (choice.scopes.length === 1 && !reach(choice.scopes[0] as string) ? box(choice) : ladder(choice)))}
          </div>`,
        )}
      </div>`
    }
    <p id=${`${id}-fault`} class="fault">${faults.join('; ')}</p>
    ${chosen?.length === 0 && html`<p class="hint">Select at least one permission.</p>`}
  </fieldset>`

  function box(choice: Choice) {
    const scope = choice.scopes[0] as string
    const on = chosen?.includes(scope) ?? false
    return html`<label class="choice"><input type="checkbox" checked=${on} onChange=${() => put(choice, on ? '' : scope)} /> <span><code>${scope}</code> <span class="quiet small">${meaning(scope)}</span></span></label>`
  }

  function ladder(choice: Choice) {
    const on = chosen?.find((scope) => choice.scopes.includes(scope)) ?? ''
    return html`<label class="choice"><select value=${on} aria-label=${`${choice.base}: ${meaning(choice.base)}`} onChange=${(event: Event) => put(choice, (event.target as HTMLSelectElement).value)}>
        <option value="">no</option>
        ${choice.scopes.map((scope) => html`<option value=${scope}>${reach(scope)}</option>`)}
      </select> <span><code>${choice.base}</code> <span class="quiet small">${meaning(choice.base)}</span></span></label>`
  }
}

const titles: Record<string, string> = {
  smartlists: 'Smart lists',
  customfields: 'Custom fields',
  audit: 'Audit log',
}
const titleOf = (kind: string) => titles[kind] ?? `${kind[0]?.toUpperCase()}${kind.slice(1)}`
