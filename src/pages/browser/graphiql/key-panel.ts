import { ask, type Reply } from './ask.ts'
import { cleaned, forgetKey, keepKey } from './key.ts'

/** The panel that asks for a key, and the line that says whose key is in use. */
const part = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part
const [panel, reason, fault] = [part('key'), part('key-reason'), part('key-fault')]
const [field, caller, notice] = [part<HTMLInputElement>('key-field'), part('caller'), part('notice')]

interface Who {
  me: { fullName: string; roleName: string }
}
const whoAmI = (key: string) => ask<Who>(key, 'query WhoIsAsking { me { fullName roleName } }')

/** Tells something beside the examples; an empty text takes it away. */
export function say(text: string): void {
  notice.textContent = text
}

const faultOf = ({ status }: Reply<Who>): string => {
  if (status === 0) return 'The server cannot be reached. Is it running?'
  if (status === 401) return 'This key is not valid: it is mistyped, has expired or was revoked, or its user is suspended.'
  if (status === 429) return 'Too many requests for now: wait a little, and try again.'
  return `The server answered with status ${status}. Try again.`
}

function welcome({ me }: Who): void {
  panel.hidden = true
  fault.textContent = ''
  field.value = ''
  const name = Object.assign(document.createElement('span'), { textContent: `${me.fullName} · ${me.roleName}` })
  const change = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Other key', onclick: () => askForKey() })
  const forget = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Forget key', onclick: () => leave() })
  caller.replaceChildren(name, change, ...(isKept() ? [forget] : []))
}
const isKept = () => sessionStorage.getItem('dealgraph.key') !== null

function leave(): void {
  forgetKey()
  location.reload()
}

/** Shows the panel. @param why the key in use will not do */
export function askForKey(why = ''): void {
  reason.textContent = why
  panel.hidden = false
  panel.scrollIntoView()
  field.focus()
}

/** Resolves as soon as there is a key that the server takes: at once where the one in use is. */
export async function whose(key: string | undefined): Promise<void> {
  const first = key ? await whoAmI(key) : undefined
  if (first?.data) welcome(first.data)
  else askForKey(first ? faultOf(first) : '')
  await new Promise<void>((resolve) => {
    part<HTMLFormElement>('key-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void take(cleaned(field.value)).then((taken) => taken && resolve())
    })
    if (first?.data) resolve()
  })
}

async function take(given: string): Promise<boolean> {
  fault.textContent = ''
  const isKey = /^[\x21-\x7e]+$/.test(given)
  const reply: Reply<Who> = isKey ? await whoAmI(given) : { status: 401 }
  if (!reply.data) {
    fault.textContent = faultOf(reply)
    return false
  }
  keepKey(given)
  welcome(reply.data)
  return true
}
