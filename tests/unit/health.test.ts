import { once } from 'node:events'
import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import { diskCheck, watchHealth } from '../../stack/supervisor/health/health.ts'
import { keepDatabase } from '../../stack/supervisor/keep-database.ts'

async function connect(path: string) {
  const socket = createConnection(path)
  await once(socket, 'connect')
  return socket
}

describe('/health', () => {
  it('says what does not hold, why, and since when', async () => {
    const health = watchHealth('1.0.0', [
      { name: 'postgres', look: () => 'ok' },
      { name: 'storage', look: () => Promise.reject(new Error('no room')) },
    ])
    expect(await health()).toEqual({
      version: '1.0.0',
      status: 'degraded',
      since: expect.stringMatching(/Z$/),
      services: { postgres: 'ok', storage: 'down' },
      problems: [
        { service: 'storage', state: 'down', since: expect.stringMatching(/Z$/), reason: 'no room' },
      ],
    })
  })

  it('names no path of the machine to who asks', async () => {
    const look = async () => `${(await connect('/nowhere/private/.s.PGSQL.1')).writable}`
    const { problems } = await watchHealth('1.0.0', [{ name: 'postgres', look }])()
    expect(problems?.map(({ reason }) => reason)).toEqual(['connect ENOENT'])
  })

  it('is as well as ever where something is worth a note', async () => {
    const health = watchHealth('1.0.0', [
      { name: 'queue', look: () => ({ state: 'ok', note: 'branch 1 waits' }) },
    ])
    expect(await health()).toEqual({
      version: '1.0.0',
      status: 'ok',
      since: expect.stringMatching(/Z$/),
      services: { queue: 'ok' },
      notes: [{ service: 'queue', note: 'branch 1 waits' }],
    })
  })

  it('asks once for a thousand callers', async () => {
    let asked = 0
    const health = watchHealth('1.0.0', [{ name: 'postgres', look: async () => `ok${++asked && ''}` }])
    const answers = await Promise.all(Array.from({ length: 1_000 }, health))
    expect(asked).toBe(1)
    expect(new Set(answers).size).toBe(1)
  })

  it('is down while a look hangs', async () => {
    const health = watchHealth('1.0.0', [{ name: 'postgres', look: () => new Promise(() => undefined) }], 10)
    expect(await health()).toMatchObject({ status: 'degraded', services: { postgres: 'down' } })
  })

  it('knows the room on a disk', async () => {
    expect(await diskCheck('/').look()).toBe('ok')
    await expect(diskCheck('/proc').look()).rejects.toThrow(/^0 MB are free/)
  })
})

describe('a database that ends again and again', () => {
  /** Starts it until it is given up; `free` says how much room there is at each look. */
  async function keptUntilGivenUp(free: (starts: number) => number) {
    let starts = 0
    const exited = () => Promise.resolve('Postgres ended (SIGKILL).')
    const database = {
      get cluster() {
        return { pid: starts, exited: exited(), stop: async () => undefined }
      },
      restart: async () => void starts++,
    }
    const log = () => undefined
    const sentence = await new Promise<string>((giveUp) => {
      const freeMegabytes = async () => free(starts)
      keepDatabase(database as never, { log, onPid: () => undefined, freeMegabytes, giveUp })
    })
    return { starts, sentence }
  }

  it('is started three times, then given up with a sentence', async () => {
    const { starts, sentence } = await keptUntilGivenUp(() => 1_000)
    expect(starts).toBe(3)
    expect(sentence).toMatch(
      /^Postgres ended \(SIGKILL\)\. It was started again 3 times in the last ten minutes/,
    )
  })

  it('is started on a full disk once there is room, which counts for nothing', async () => {
    let looks = 0
    const { starts } = await keptUntilGivenUp((starts) => (starts === 2 && looks++ < 2 ? 23 : 24))
    expect(looks).toBe(3)
    expect(starts).toBe(5)
  })

  it('is started where nobody can tell the room', async () => {
    const { starts } = await keptUntilGivenUp(() => {
      throw new Error('no such folder')
    })
    expect(starts).toBe(3)
  })
})
