import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import type { Refused } from '../ask.ts'
import { type Holder, ListHolders } from '../documents/keys.ts'
import { useAsked } from '../parts/asked.ts'
import { Fault } from '../parts/fault.ts'
import { Field } from '../parts/field.ts'
import { count } from '../parts/show.ts'
import type { Session } from '../session.ts'

interface Props {
  session: Session
  holder: Holder
  refused: Refused | undefined
  onChange: (holder: Holder) => void
}

/** Whose a new key is: found by name where the company has more users than a list should hold. */
export function ForWhom({ session, holder, refused, onChange }: Props) {
  const may = session.may('users.view')
  const [name, search] = useState('')
  const { data, refused: notFound } = useAsked(
    session,
    ListHolders,
    { name: name || undefined },
    !may,
  )
  const most = useAsked(session, ListHolders, {}, !may).data?.users.totalCount ?? 0
  // The key of an Owner is an Owner's to make.
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
    ${notFound && html`<${Fault} refused=${notFound} />`}
    ${
      most > 100 &&
      html`<${Field} label="Find a user" name="find" hint=${`By name, among ${count(most)}.`}
        control=${(attributes: object) => html`<input ...${attributes} type="search" value=${name} onChange=${(event: Event) => search((event.target as HTMLInputElement).value)} />`} />`
    }
    <${Field} label="For" name="userId" refused=${refused} hint=${!may && 'For others, your key needs the scope users.view.'}
      control=${(
        attributes: object,
      ) => html`<select ...${attributes} value=${holder.id} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${listed.map((each) => html`<option value=${each.id}>${each.id === session.me.id ? `yourself (${each.roleName})` : `${each.fullName} (${each.roleName}, ${each.email})`}</option>`)}</select>`} />`
}
