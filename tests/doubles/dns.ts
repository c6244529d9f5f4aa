// A name server on loopback (RFC 1035, over UDP) with the records that a test gives it.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 }
export type RecordType = keyof typeof TYPES

export interface NameServer {
  /** Its address, as `WAYMARK_DNS_SERVERS` takes it. */
  address: string
  /** Sets the records of a name; none takes them away. */
  set(name: string, type: RecordType, values?: string[]): void
  /** What a name is answered with in place of its records: an error of the server, or nothing at all; slow: with them, after 1.5 seconds. */
  fail(name: string, how: 'refused' | 'servfail' | 'silent' | 'slow' | null): void
  /** Names that were asked for. */
  asked: string[]
  close(): Promise<void>
}

const CODES = { refused: 5, servfail: 2 }
const NO_SUCH_NAME = 3

/** Starts one at a free port, or at the one that is given. */
export async function startNameServer(port = 0): Promise<NameServer> {
  const records = new Map<string, Map<RecordType, string[]>>()
  const failures = new Map<string, 'refused' | 'servfail' | 'silent' | 'slow'>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, question } = questionIn(query)
    asked.push(name)
    const how = failures.get(name)
    if (how === 'silent') return
    const failure = how === 'slow' ? undefined : how
    const known = records.get(name)
    const code = failure ? CODES[failure] : known ? 0 : NO_SUCH_NAME
    const kind = (Object.keys(TYPES) as RecordType[]).find((one) => TYPES[one] === type)
    // Who asks for addresses of an alias is told of the alias, as resolvers tell it.
    const found = failure || !kind ? [] : (known?.get(kind) ?? [])
    const answers = kind ? found.map((value) => answerOf(kind, value)) : []
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8580 | code, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    const answer = Buffer.concat([head, question, ...answers])
    const send = () => socket.send(answer, from.port, from.address, () => undefined)
    if (how === 'slow') setTimeout(send, 1_500)
    else send()
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set(name, type, values = []) {
      const known = records.get(name) ?? new Map<RecordType, string[]>()
      if (values.length > 0) known.set(type, values)
      else known.delete(type)
      if (known.size > 0) records.set(name, known)
      else records.delete(name)
    },
    fail(name, how) {
      if (how) failures.set(name, how)
      else failures.delete(name)
    },
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

function questionIn(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  }
}

function answerOf(type: RecordType, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(12)
  // The name of the question, class IN, no time to live.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TYPES[type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: RecordType, value: string): Buffer {
  if (type === 'A' || type === 'AAAA') return Buffer.from(ipaddr.parse(value).toByteArray())
  if (type === 'CNAME') return Buffer.concat([...value.split('.').map(counted), Buffer.alloc(1)])
  const parts = value.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(parts.map(counted))
}

const counted = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'ascii')])
