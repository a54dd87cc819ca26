import { connect } from 'node:net'

/** One answer as it came over the socket. */
export interface WireAnswer {
  status: number
  head: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
}

export interface Wired {
  answers: WireAnswer[]
  /** Whether the server has ended the connection. */
  ended: boolean
}

/**
 * Sends bytes as they are, and reads until the server ends the connection, or has answered so often
 * and stays silent. An honest request may follow where the connection is still open: it must not be
 * taken for something else.
 */
export function wire(
  url: string,
  bytes: string | Buffer | (string | Buffer)[],
  expected = 1,
  silence = 40,
): Promise<Wired> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () =>
      [bytes].flat().forEach((part) => void socket.write(part)),
    )
    let text = Buffer.alloc(0)
    let ended = false
    let timer = setTimeout(() => socket.destroy(), 5000)
    socket.on('data', (part) => {
      text = Buffer.concat([text, part])
      if (answersIn(text).length < expected) return
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), silence)
    })
    socket.on('end', () => {
      ended = true
      socket.end()
    })
    socket.on('error', () => {
      ended = true
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ answers: answersIn(text), ended })
    })
  })
}

/** The whole answers in what was read; an interim one (100 Continue) is none. */
function answersIn(text: Buffer): WireAnswer[] {
  const found: WireAnswer[] = []
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) return found
    const head = text.subarray(at, end).toString('latin1')
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    at = end + 4 + length
    if (at > text.length) return found
    if (status === 100) continue
    const body = text.subarray(end + 4, at).toString()
    found.push({ status, head, body: body.startsWith('{') ? JSON.parse(body) : body })
  }
}
