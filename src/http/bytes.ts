import { transcode } from 'node:buffer'

/**
 * A text of more characters is made bytes before it is sent: in a fraction of the time that Node
 * takes to send it as a text.
 */
const long = 8192
const room = Buffer.allocUnsafeSlow(512 * 1024)

/**
 * What is sent, as it is sent fastest, and its length in bytes; plain ASCII is faster where that is
 * known.
 */
export function readyToSend(body: string | Buffer): {
  body: string | Buffer
  length: number
  encoding: 'latin1' | 'utf8'
} {
  const ready = typeof body === 'string' && body.length > long ? bytesOf(body) : body
  const length = Buffer.byteLength(ready)
  return { body: ready, length, encoding: length === ready.length ? 'latin1' : 'utf8' }
}

/**
 * By way of UTF-16: where a text is not all ASCII, that takes a fifth of the time of encoding it at
 * once.
 */
function bytesOf(text: string): Buffer {
  if (2 * text.length > room.length) return Buffer.from(text)
  try {
    const made = transcode(room.subarray(0, room.write(text, 'utf16le')), 'utf16le', 'utf8')
    const own = Buffer.from(made)
    // What it was made in is given back now: left to the collector, a hundred megabytes of it piled
    // up under load.
    made.buffer.transfer(0)
    return own
  } catch {
    // It has half a character. No JSON does.
    return Buffer.from(text)
  }
}
