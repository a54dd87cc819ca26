import { cleaned, currentKey, forgetKey, keepKey, keptKey } from '../key.ts'
import { ask, type Reply } from './ask.ts'

/** The panel that asks for a key, and the line that says whose key is in use. */
const part = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part
const [panel, reason, fault] = [part('key'), part('key-reason'), part('key-fault')]
const field = part<HTMLInputElement>('key-field')

interface Who {
  me: { fullName: string; roleName: string }
}
const whoAmI = (key: string) => ask<Who>(key, 'query WhoIsAsking { me { fullName roleName } }')

/** Tells something beside the examples; an empty text takes it away. */
export function say(text: string): void {
  part('notice').textContent = text
}

const faultOf = ({ status }: Reply<Who>): string => {
  if (status === 0) return 'The server cannot be reached. Is it running?'
  if (status === 401)
    return 'This key is not valid: it is mistyped, has expired or was revoked, or its user is suspended.'
  if (status === 429) return 'Too many requests for now: wait a little, and try again.'
  return `The server answered with status ${status}. Try again.`
}

function close(): void {
  panel.hidden = true
  field.value = ''
}

function welcome({ me }: Who): void {
  close()
  part('who').textContent = `${me.fullName} · ${me.roleName}`
  part('caller').hidden = false
  part('forget-key').hidden = keptKey() === null
  part('key-cancel').hidden = false
}

/** Shows the panel. @param title what it is about @param why the key in use will not do */
export function askForKey(title: string, why = ''): void {
  part('key-title').textContent = title
  reason.textContent = why
  fault.textContent = ''
  panel.hidden = false
  field.focus()
}

/** Takes what was put in, where it is a key that works. */
async function take(given: string): Promise<boolean> {
  fault.textContent = ''
  const reply: Reply<Who> = /^[\x21-\x7e]+$/.test(given) ? await whoAmI(given) : { status: 401 }
  if (reply.data) {
    keepKey(given)
    welcome(reply.data)
  } else fault.textContent = faultOf(reply)
  return Boolean(reply.data)
}

/** Resolves as soon as there is a key that the server takes: at once where the one in use is. */
export async function withKey(): Promise<void> {
  const key = currentKey()
  const first = key ? await whoAmI(key) : undefined
  if (first?.data) welcome(first.data)
  else askForKey('GraphiQL needs an API key', first ? faultOf(first) : '')
  part('other-key').addEventListener('click', () => askForKey('Another API key'))
  part('key-cancel').addEventListener('click', close)
  part('forget-key').addEventListener('click', () => {
    forgetKey()
    location.reload()
  })
  await new Promise<void>((resolve) => {
    part('key-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void take(cleaned(field.value)).then((taken) => taken && resolve())
    })
    if (first?.data) resolve()
  })
}
