/** The form for a new API key: its user, expiry and scopes. */
import { html } from 'htm/preact'
import { useId, useState } from 'preact/hooks'
import { createValueHandler, formatCount, timeZone } from '../components.ts'
import { CreateKey, type KeyUser, ListKeyUsers } from '../documents/credentials.ts'
import {
  Field,
  FormDialog,
  InputField,
  type RecordDialogProps,
  SecretDialog,
  SelectField,
  useFieldErrors,
} from '../forms.ts'
import { ErrorMessage, useOperation } from '../requests.ts'
import { listGrantableScopes, type ScopeChoice, type Session, toScope } from '../session.ts'

/** Shows a form for a new API key, then the secret of the created key. */
export function NewKey({ session, onDone, onClose }: Omit<RecordDialogProps<never>, 'record'>) {
  const { me } = session
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState<Expiry>({ days: 90 })
  const [keyUser, setKeyUser] = useState<KeyUser>(me)
  const [scopes, setScopes] = useState<string[]>()
  const [createdKey, setCreatedKey] = useState<{ secret: string; apiKey: { name: string } }>()
  const createKey = async () => {
    const expiresAt = toExpiresAt(expiry)
    const input = {
      name,
      ...(expiresAt && { expiresAt }),
      ...(scopes && { scopes }),
      ...(keyUser.id !== me.id && { userId: keyUser.id }),
    }
    setCreatedKey((await session.send(CreateKey, { input })).createApiKey)
    onDone()
  }
  const changeKeyUser = (next: KeyUser) => {
    setKeyUser(next)
    setScopes(undefined)
  }
  if (createdKey)
    return html`<${SecretDialog} title=${`${createdKey.apiKey.name} created`} secret=${createdKey.secret} onClose=${onClose}>${usageHint}<//>`
  return html`<${FormDialog} title="Create an API key" verb="Create" fields=${['name', 'userId', 'expiresAt', 'scopes']} isDisabled=${scopes?.length === 0} action=${createKey} onClose=${onClose} isWide>
    <${InputField} label="Name" name="name" hint="The program or person that will use the API key." value=${name} onChange=${setName} input=${{ maxlength: 100, autofocus: true }} />
    ${session.isAdmin && html`<${UserField} session=${session} keyUser=${keyUser} onChange=${changeKeyUser} />`}
    <${ExpiryField} expiry=${expiry} onChange=${setExpiry} />
    <${ScopesField} key=${keyUser.id} session=${session} keyUser=${keyUser} selected=${scopes} onChange=${setScopes} />
  <//>`
}

const usageHint = html`<p class="small quiet">Send the secret in the header <code>Authorization: Bearer dg_…</code> to <code>/graphql</code> or <code>/v1</code>.</p>`

type UserFieldProps = { session: Session; keyUser: KeyUser; onChange: (keyUser: KeyUser) => void }

/** Renders the choice of a new API key's user, with a search by name in large companies. */
function UserField({ session, keyUser, onChange }: UserFieldProps) {
  const canList = session.hasScope('users.view')
  const [name, setName] = useState('')
  const userSearch = useOperation(session, ListKeyUsers, { name: name || undefined }, !canList)
  const userCount = useOperation(session, ListKeyUsers, {}, !canList).data?.users.totalCount ?? 0
  const { me } = session
  // Only an Owner can create API keys for an Owner.
  const otherUsers = (userSearch.data?.users.nodes ?? [])
    .filter(({ id, roleName }) => id !== me.id && (roleName !== 'Owner' || me.role === 'OWNER'))
    .sort((a, b) => a.fullName.localeCompare(b.fullName))
  const isListed = keyUser.id === me.id || otherUsers.some(({ id }) => id === keyUser.id)
  const users = [me, ...(isListed ? [] : [keyUser]), ...otherUsers]
  const userOptions = users.map(({ id, fullName, roleName, email }) => [
    id,
    id === me.id ? `yourself (${roleName})` : `${fullName} (${roleName}, ${email})`,
  ])
  const select = (id: string) => onChange(users.find((candidate) => candidate.id === id) ?? me)
  const renderSearchInput = (attributes: object) =>
    html`<input ...${attributes} type="search" value=${name} onChange=${createValueHandler(setName)} />`
  return html`
    ${userSearch.error && html`<${ErrorMessage} error=${userSearch.error} />`}
    ${userCount > 100 && html`<${Field} label="Find a user" name="find" hint=${`Search ${formatCount(userCount)} users by name.`} control=${renderSearchInput} />`}
    <${SelectField} label="User" name="userId" hint=${!canList && 'Selecting another user requires the scope users.view.'} value=${keyUser.id} onChange=${select} options=${userOptions} />`
}

/** The expiry of a new API key. `at` is a local time in the format `YYYY-MM-DDTHH:MM`. */
type Expiry = { days: number } | { at: string } | 'never'

/** Converts an expiry to a UTC time. @returns undefined for `never` or an invalid time */
function toExpiresAt(expiry: Expiry): string | undefined {
  if (expiry === 'never') return undefined
  const expiryTime =
    'days' in expiry ? new Date(Date.now() + expiry.days * 86_400_000) : new Date(expiry.at)
  return Number.isNaN(expiryTime.getTime()) ? undefined : expiryTime.toISOString()
}

const expiryOptions: [value: string, label: string][] = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['at', 'at a custom time'],
  ['never', 'never'],
]

type ExpiryProps = { expiry: Expiry; onChange: (expiry: Expiry) => void }

function ExpiryField({ expiry, onChange }: ExpiryProps) {
  const customTime = expiry !== 'never' && 'at' in expiry ? expiry.at : undefined
  const choice = expiry === 'never' ? 'never' : 'days' in expiry ? String(expiry.days) : 'at'
  const selectExpiry = (next: string) =>
    onChange(next === 'never' ? 'never' : next === 'at' ? { at: '' } : { days: Number(next) })
  return html`
    <${SelectField} label="Expires" name=${customTime === undefined ? 'expiresAt' : 'choice'} hint=${expiry === 'never' && 'An API key that never expires is a security risk if it leaks.'} value=${choice} onChange=${selectExpiry} options=${expiryOptions} />
    ${customTime !== undefined && html`<${InputField} label="Expiry time" name="expiresAt" hint=${`Time in your time zone (${timeZone}).`} value=${customTime} onChange=${(next: string) => onChange({ at: next })} input=${{ type: 'datetime-local', required: true }} />`}`
}

interface ScopesProps {
  session: Session
  keyUser: KeyUser
  /** The selected scopes, or undefined to select all permissions of the user. */
  selected: string[] | undefined
  onChange: (scopes: string[] | undefined) => void
}

/** Renders the scopes to choose from: those that the key's user and the current credential have. */
function ScopesField({ session, keyUser, selected, onChange }: ScopesProps) {
  const errors = useFieldErrors('scopes')
  const id = useId()
  const isForSelf = keyUser.id === session.me.id
  const allLabel = isForSelf
    ? 'All of your current permissions'
    : `All permissions of ${keyUser.fullName} that you currently have`
  return html`<fieldset class="scopes-choice" aria-describedby=${`${id}-fault`}>
    <legend>Permissions</legend>
    <label class="choice"><input type="radio" name="may" checked=${!selected} onChange=${() => onChange(undefined)} /> ${allLabel}</label>
    <label class="choice"><input type="radio" name="may" checked=${!!selected} onChange=${() => onChange([])} /> Only selected permissions</label>
    ${
      selected &&
      html`<div class="groups">
        ${listGrantableScopes(keyUser.roleName, session.me.scopes, isForSelf).map(
          ([kind, choices]) => html`<div role="group" aria-labelledby=${`${id}-${kind}`}>
            <h3 id=${`${id}-${kind}`}>${getKindTitle(kind)}</h3>
            ${choices.map((choice) => html`<${ScopeField} choice=${choice} selected=${selected} onChange=${onChange} />`)}
          </div>`,
        )}
      </div>`
    }
    <p id=${`${id}-fault`} class="fault">${errors.join('; ')}</p>
    ${selected?.length === 0 && html`<p class="hint">Select at least one permission.</p>`}
  </fieldset>`
}

type ScopeProps = { choice: ScopeChoice; selected: string[]; onChange: (scopes: string[]) => void }

/** Renders a checkbox, or a drop-down list for a scope with levels. */
function ScopeField({ choice: { base, description, levels }, selected, onChange }: ScopeProps) {
  const scopes = levels.map((level) => toScope(base, level))
  const selectedScope = selected.find((scope) => scopes.includes(scope)) ?? ''
  const changeScope = (scope: string) =>
    onChange([...selected.filter((item) => !scopes.includes(item)), ...(scope ? [scope] : [])])
  const scopeLabel = html`<span><code>${base}</code> <span class="quiet small">${description}</span></span>`
  if (levels[0] === '')
    return html`<label class="choice"><input type="checkbox" checked=${!!selectedScope} onChange=${() => changeScope(selectedScope ? '' : base)} /> ${scopeLabel}</label>`
  return html`<label class="choice"><select value=${selectedScope} aria-label=${`${base}: ${description}`} onChange=${createValueHandler(changeScope)}>
      <option value="">none</option>
      ${levels.map((level) => html`<option value=${toScope(base, level)}>${level}</option>`)}
    </select> ${scopeLabel}</label>`
}

const kindTitles: Record<string, string> = {
  smartlists: 'Smart lists',
  customfields: 'Custom fields',
  audit: 'Audit log',
}
const getKindTitle = (kind: string) =>
  kindTitles[kind] ?? `${kind[0]?.toUpperCase()}${kind.slice(1)}`
