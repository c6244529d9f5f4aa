// A stop ends everything it started, whatever clients hold on to, and a start believes no record that it did not write.
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { alive } from '../../stack/postgres/orphan.ts'
import { endLeftovers } from '../../stack/supervisor/folder/run-file.ts'
import { startStack, temporaryDir } from '../support/stack.ts'

const held: Socket[] = []
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy()
})

/** Offers an upgrade, reads the answer and keeps its own side of the connection open. */
function upgrade(port: number, path: string): Promise<string> {
  const socket = connectSocket({ port, host: '127.0.0.1', allowHalfOpen: true })
  held.push(socket)
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  return new Promise((resolve) =>
    socket.once('data', (chunk) => resolve(chunk.toString().split('\r\n')[0] ?? '')),
  )
}

it('a stop does not wait for sockets that somebody holds open', async () => {
  const stack = await startStack({ command: 'stack', args: ['--bare'] })
  const { supervisor, children } = stack.run()
  expect(await upgrade(stack.port, '/realtime/v1/websocket')).toContain('401')
  expect(await upgrade(stack.port, '/realtime/v1/elsewhere')).toContain('404')
  expect(await stack.end()).toBe(0)
  expect([supervisor, ...Object.values(children)].filter(({ pid }) => alive(pid))).toEqual([])
  for (const name of ['lock', 'run.json']) expect(existsSync(join(stack.dataDir, name))).toBe(false)
  await stack.stop()
})

it.each([
  ['elsewhere', () => join(temporaryDir(), 'waymark-abcdef')],
  ['of another name', () => mkdtempSync(join(tmpdir(), 'other-'))],
])('a folder %s that a record names is left alone', async (_name, folder) => {
  const [dir, victim] = [temporaryDir(), folder()]
  mkdirSync(victim, { recursive: true })
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ tmpDir: victim }))
  await endLeftovers(dir)
  expect(existsSync(victim)).toBe(true)
})

it('the folder for temporary files of the last start is removed', async () => {
  const [dir, left] = [temporaryDir(), mkdtempSync(join(tmpdir(), 'waymark-'))]
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ tmpDir: left, children: {} }))
  await endLeftovers(dir)
  expect(existsSync(left)).toBe(false)
})
